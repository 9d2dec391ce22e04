// The Python face of the crossing of lines.
#pragma once

#include <nanobind/nanobind.h>

namespace levelgen {

void bind_crossing(nanobind::module_& module);

}  // namespace levelgen
