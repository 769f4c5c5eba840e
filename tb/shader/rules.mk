# SPDX-License-Identifier: Apache-2.0
# Compute shaders by the Vulkan drivers of Mesa: build/wavelock-shader, apart from unit and model. It needs libvulkan.
SHADER_SRCS := tb/shader/main.c
