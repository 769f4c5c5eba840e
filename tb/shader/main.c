// SPDX-License-Identifier: Apache-2.0
// A compute shader by the Vulkan driver that the environment names (scripts/wl/runs/shaders.py).
//
//   wavelock-shader compile X.spv BINDINGS CACHE  writes the driver's pipeline cache, in which the code lies
//   wavelock-shader noopt X.spv BINDINGS CACHE    the same with the optimizations of the driver switched off
//   wavelock-shader run X.spv BINDINGS X Y Z CONTENTS..  runs so many groups. Each buffer has the contents of a file,
//                                                 which gets those after the run. @0,1 for a file: the addresses of
//                                                 buffers 0 and 1, 8 bytes each
//
// BINDINGS: storage buffers of each binding of set 0, as 1,1,4. The buffers are numbered through.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vulkan/vulkan.h>

#include "base/error.h"

enum { BUFFERS = 16, ERROR = 6 };

typedef struct {
  VkInstance instance;
  VkPhysicalDevice physical;
  VkDevice device;
  uint32_t bindings, buffers, in_binding[BUFFERS];
  VkDescriptorSetLayout set_layout;
  VkPipelineLayout layout;
  VkPipelineCache cache;
  VkShaderModule module;
  VkPipeline pipeline;
  wl_error error;
} shader;

typedef struct {
  const char *name;  // of the file, or @ and the buffers that it points to
  size_t size;
  VkBuffer buffer;
  VkDeviceMemory memory;
  void *bytes;
} contents;

static bool good(shader *s, VkResult result, const char *what) {
  return result == VK_SUCCESS || wl_fail(&s->error, "%s: Vulkan's result %d", what, (int)result);
}

// ---- files -------------------------------------------------------------------------------------

static void *read_file(shader *s, const char *path, size_t *size) {
  FILE *f = fopen(path, "rb");
  char *bytes = NULL;
  long length = -1;
  if (f && !fseek(f, 0, SEEK_END) && (length = ftell(f)) >= 0 && (bytes = malloc((size_t)length + 1))) {
    rewind(f);
    if (fread(bytes, 1, (size_t)length, f) != (size_t)length) length = -1;
  }
  if (f) fclose(f);
  if (bytes && length >= 0) {
    *size = (size_t)length;
    return bytes;
  }
  free(bytes);
  wl_fail(&s->error, "%s: %s", path, errno ? strerror(errno) : "cannot be read");
  return NULL;
}

static bool write_file(shader *s, const char *path, const void *bytes, size_t size) {
  FILE *f = fopen(path, "wb");
  bool whole = f && fwrite(bytes, 1, size, f) == size;
  if (f && fclose(f)) whole = false;
  return whole || wl_fail(&s->error, "%s: %s", path, strerror(errno));
}

// ---- device and pipeline -----------------------------------------------------------------------

// With all features of the device, but for checks of bounds.
static bool open_device(shader *s) {
  VkInstanceCreateInfo instance = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
  instance.pApplicationInfo =
      &(VkApplicationInfo){.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_3};
  if (!good(s, vkCreateInstance(&instance, NULL, &s->instance), "vkCreateInstance")) return false;
  uint32_t count = 1;
  const VkResult found = vkEnumeratePhysicalDevices(s->instance, &count, &s->physical);
  if ((found != VK_SUCCESS && found != VK_INCOMPLETE) || !count) return wl_fail(&s->error, "no Vulkan device");

  VkPhysicalDeviceVulkan12Features f12 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
  VkPhysicalDeviceVulkan11Features f11 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES,
                                          .pNext = &f12};
  VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &f11};
  vkGetPhysicalDeviceFeatures2(s->physical, &features);
  features.features.robustBufferAccess = VK_FALSE;

  const float priority = 1;
  const VkDeviceQueueCreateInfo queue = {
      .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1, .pQueuePriorities = &priority};
  const VkDeviceCreateInfo device = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                     .pNext = &features,
                                     .queueCreateInfoCount = 1,
                                     .pQueueCreateInfos = &queue};
  return good(s, vkCreateDevice(s->physical, &device, NULL, &s->device), "vkCreateDevice");
}

static bool read_bindings(shader *s, const char *text) {
  for (const char *p = text; *p;) {
    char *end;
    const unsigned long n = strtoul(p, &end, 10);
    if (end == p || (*end && *end != ',') || !n || n > BUFFERS - s->buffers)
      return wl_fail(&s->error, "%s: expected numbers from 1 on, at most %d in all", text, BUFFERS);
    s->in_binding[s->bindings++] = (uint32_t)n;
    s->buffers += (uint32_t)n;
    p = end + (*end == ',');
  }
  return true;
}

static bool make_layout(shader *s) {
  VkDescriptorSetLayoutBinding bindings[BUFFERS];
  for (uint32_t i = 0; i < s->bindings; i++)
    bindings[i] = (VkDescriptorSetLayoutBinding){.binding = i,
                                                 .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                                 .descriptorCount = s->in_binding[i],
                                                 .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT};
  const VkDescriptorSetLayoutCreateInfo set = {
      .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .bindingCount = s->bindings, .pBindings = bindings};
  if (!good(s, vkCreateDescriptorSetLayout(s->device, &set, NULL, &s->set_layout), "vkCreateDescriptorSetLayout"))
    return false;
  const VkPipelineLayoutCreateInfo layout = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, .setLayoutCount = 1, .pSetLayouts = &s->set_layout};
  return good(s, vkCreatePipelineLayout(s->device, &layout, NULL, &s->layout), "vkCreatePipelineLayout");
}

static bool make_pipeline(shader *s, const char *path, VkPipelineCreateFlags flags) {
  size_t size;
  void *words = read_file(s, path, &size);
  if (!words) return false;
  const VkShaderModuleCreateInfo module = {
      .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = size, .pCode = words};
  const VkPipelineCacheCreateInfo cache = {.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
  const bool ready = make_layout(s) &&
                     good(s, vkCreateShaderModule(s->device, &module, NULL, &s->module), "vkCreateShaderModule") &&
                     good(s, vkCreatePipelineCache(s->device, &cache, NULL, &s->cache), "vkCreatePipelineCache");
  free(words);
  if (!ready) return false;
  const VkComputePipelineCreateInfo pipeline = {.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
                                                .flags = flags,
                                                .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                                          .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                                                          .module = s->module,
                                                          .pName = "main"},
                                                .layout = s->layout};
  return good(s, vkCreateComputePipelines(s->device, s->cache, 1, &pipeline, NULL, &s->pipeline),
              "vkCreateComputePipelines");
}

// ---- compile -----------------------------------------------------------------------------------

static bool write_cache(shader *s, const char *path) {
  size_t size = 0;
  if (!good(s, vkGetPipelineCacheData(s->device, s->cache, &size, NULL), "vkGetPipelineCacheData")) return false;
  void *bytes = malloc(size);
  const bool done = bytes ? good(s, vkGetPipelineCacheData(s->device, s->cache, &size, bytes), "vkGetPipelineCacheData")
                          : wl_fail(&s->error, "out of memory");
  const bool written = done && write_file(s, path, bytes, size);
  free(bytes);
  return written;
}

static bool compile(shader *s, const char *path, const char *cache, VkPipelineCreateFlags flags) {
  return open_device(s) && make_pipeline(s, path, flags) && write_cache(s, cache);
}

// ---- run ---------------------------------------------------------------------------------------

// Memory that the host sees: the first such type, as every device of the host's memory has it.
static bool make_buffer(shader *s, contents *c) {
  const VkBufferCreateInfo buffer = {
      .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
      .size = c->size,
      .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT};
  if (!good(s, vkCreateBuffer(s->device, &buffer, NULL, &c->buffer), "vkCreateBuffer")) return false;
  VkMemoryRequirements needs;
  VkPhysicalDeviceMemoryProperties types;
  vkGetBufferMemoryRequirements(s->device, c->buffer, &needs);
  vkGetPhysicalDeviceMemoryProperties(s->physical, &types);
  uint32_t type = 0;
  while (type < types.memoryTypeCount &&
         (!(needs.memoryTypeBits >> type & 1) ||
          !(types.memoryTypes[type].propertyFlags & VK_MEMORY_PROPERTY_HOST_COHERENT_BIT)))
    type++;
  const VkMemoryAllocateFlagsInfo flags = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
                                           .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT};
  const VkMemoryAllocateInfo memory = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                       .pNext = &flags,
                                       .allocationSize = needs.size,
                                       .memoryTypeIndex = type};
  return good(s, vkAllocateMemory(s->device, &memory, NULL, &c->memory), "vkAllocateMemory") &&
         good(s, vkBindBufferMemory(s->device, c->buffer, c->memory, 0), "vkBindBufferMemory") &&
         good(s, vkMapMemory(s->device, c->memory, 0, VK_WHOLE_SIZE, 0, &c->bytes), "vkMapMemory");
}

// The numbers of the buffers that @0,1 points to: how many. 0: none is right.
static size_t pointed(const char *name, size_t count, size_t numbers[BUFFERS]) {
  size_t n = 0;
  for (const char *p = name; *p && n < BUFFERS; n++) {
    char *end;
    numbers[n] = strtoul(p + 1, &end, 10);
    if (end == p + 1 || (*end && *end != ',') || numbers[n] >= count) return 0;
    p = end;
  }
  return n;
}

static bool place(shader *s, contents *c, size_t count) {
  size_t numbers[BUFFERS], size;
  for (size_t i = 0; i < count; i++) {
    if (c[i].name[0] == '@') {
      c[i].size = 8 * pointed(c[i].name, count, numbers);
      if (!c[i].size) return wl_fail(&s->error, "%s: expected @ and numbers of buffers", c[i].name);
      if (!make_buffer(s, &c[i])) return false;
      continue;
    }
    void *bytes = read_file(s, c[i].name, &c[i].size);
    const bool made = bytes && make_buffer(s, &c[i]);
    if (made) memcpy(c[i].bytes, bytes, c[i].size);
    free(bytes);
    if (!made) return false;
  }
  for (size_t i = 0; i < count; i++) {
    if (c[i].name[0] != '@') continue;
    size = pointed(c[i].name, count, numbers);
    for (size_t j = 0; j < size; j++) {
      const VkBufferDeviceAddressInfo of = {.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO,
                                            .buffer = c[numbers[j]].buffer};
      ((uint64_t *)c[i].bytes)[j] = vkGetBufferDeviceAddress(s->device, &of);
    }
  }
  return true;
}

static bool bind(shader *s, const contents *c, uint32_t count, VkDescriptorSet *set) {
  const VkDescriptorPoolSize size = {.type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, .descriptorCount = BUFFERS};
  const VkDescriptorPoolCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, .maxSets = 1, .poolSizeCount = 1, .pPoolSizes = &size};
  VkDescriptorPool pool;
  if (!good(s, vkCreateDescriptorPool(s->device, &info, NULL, &pool), "vkCreateDescriptorPool")) return false;
  const VkDescriptorSetAllocateInfo one = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                           .descriptorPool = pool,
                                           .descriptorSetCount = 1,
                                           .pSetLayouts = &s->set_layout};
  if (!good(s, vkAllocateDescriptorSets(s->device, &one, set), "vkAllocateDescriptorSets")) return false;
  for (uint32_t i = 0, binding = 0, element = 0; i < count; i++) {
    const VkDescriptorBufferInfo buffer = {.buffer = c[i].buffer, .range = VK_WHOLE_SIZE};
    const VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                        .dstSet = *set,
                                        .dstBinding = binding,
                                        .dstArrayElement = element,
                                        .descriptorCount = 1,
                                        .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                        .pBufferInfo = &buffer};
    vkUpdateDescriptorSets(s->device, 1, &write, 0, NULL);
    if (++element == s->in_binding[binding]) binding++, element = 0;
  }
  return true;
}

static bool dispatch(shader *s, const uint32_t groups[3], VkDescriptorSet set) {
  const VkCommandPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
  VkCommandPool pool;
  if (!good(s, vkCreateCommandPool(s->device, &info, NULL, &pool), "vkCreateCommandPool")) return false;
  const VkCommandBufferAllocateInfo one = {
      .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandPool = pool, .commandBufferCount = 1};
  VkCommandBuffer commands;
  if (!good(s, vkAllocateCommandBuffers(s->device, &one, &commands), "vkAllocateCommandBuffers")) return false;
  const VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
  if (!good(s, vkBeginCommandBuffer(commands, &begin), "vkBeginCommandBuffer")) return false;
  vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, s->pipeline);
  vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, s->layout, 0, 1, &set, 0, NULL);
  vkCmdDispatch(commands, groups[0], groups[1], groups[2]);
  if (!good(s, vkEndCommandBuffer(commands), "vkEndCommandBuffer")) return false;
  const VkSubmitInfo submit = {
      .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commands};
  VkQueue queue;
  vkGetDeviceQueue(s->device, 0, 0, &queue);
  return good(s, vkQueueSubmit(queue, 1, &submit, VK_NULL_HANDLE), "vkQueueSubmit") &&
         good(s, vkQueueWaitIdle(queue), "vkQueueWaitIdle");
}

static bool run(shader *s, const char *path, char **words, uint32_t count) {
  contents c[BUFFERS] = {0};
  uint32_t groups[3];
  VkDescriptorSet set;
  if (count != 3 + s->buffers) return wl_fail(&s->error, "expected X Y Z and contents of %u buffers", s->buffers);
  for (size_t i = 0; i < 3; i++) groups[i] = (uint32_t)strtoul(words[i], NULL, 10);
  for (size_t i = 0; i < s->buffers; i++) c[i].name = words[3 + i];
  if (!open_device(s) || !make_pipeline(s, path, 0) || !place(s, c, s->buffers) || !bind(s, c, s->buffers, &set) ||
      !dispatch(s, groups, set))
    return false;
  for (size_t i = 0; i < s->buffers; i++)
    if (c[i].name[0] != '@' && !write_file(s, c[i].name, c[i].bytes, c[i].size)) return false;
  return true;
}

int main(int argc, char **argv) {
  shader s = {0};
  const char *verb = argc >= 5 ? argv[1] : "";
  bool done = false;
  if (!strcmp(verb, "compile")) done = read_bindings(&s, argv[3]) && compile(&s, argv[2], argv[4], 0);
  else if (!strcmp(verb, "noopt"))
    done = read_bindings(&s, argv[3]) && compile(&s, argv[2], argv[4], VK_PIPELINE_CREATE_DISABLE_OPTIMIZATION_BIT);
  else if (!strcmp(verb, "run")) done = read_bindings(&s, argv[3]) && run(&s, argv[2], argv + 4, (uint32_t)argc - 4);
  else wl_fail(&s.error, "usage: %s compile|noopt X.spv BINDINGS CACHE | run X.spv BINDINGS X Y Z CONTENTS..", argv[0]);
  if (!done) fprintf(stderr, "ERROR: %s\n", s.error.text);
  return done ? 0 : ERROR;  // the process ends, and with it all that the driver holds
}
