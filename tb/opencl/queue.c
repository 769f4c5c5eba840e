// SPDX-License-Identifier: Apache-2.0
#include "queue.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// ---- events --------------------------------------------------------------------------------------

enum { QUEUED, SUBMITTED, STARTED, ENDED };  // indices of an event's times

cl_ulong timer_of_host(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (cl_ulong)t.tv_sec * 1000000000u + (cl_ulong)t.tv_nsec;
}

static void destroy_event(object *o) {
  cl_event e = (cl_event)o;
  while (e->callbacks) {
    event_callback *b = e->callbacks;
    e->callbacks = b->next;
    free(b);
  }
  if (e->queue) object_unuse(e->queue);
  object_unuse(e->context);
  object_free(e);
}

cl_event event_new(cl_context context, cl_command_queue queue, cl_command_type type) {
  cl_event e = object_new(OF_EVENT, sizeof *e, destroy_event);
  if (!e) return NULL;
  e->context = context;
  e->queue = queue;
  e->type = type;
  e->status = queue ? CL_QUEUED : CL_SUBMITTED;
  e->time[QUEUED] = timer_of_host();
  e->profiled = queue && (queue->properties & CL_QUEUE_PROFILING_ENABLE);
  e->last_callback = &e->callbacks;
  object_use(context);
  if (queue) object_use(queue);
  return e;
}

static void call_back(void *data) {
  event_callback *b = data;
  b->call(b->event, b->status, b->data);
  cl_lock();
  object_unuse(b->event);
  cl_unlock();
  free(b);
}

// Callbacks for this status, or an earlier one, that have not been called yet.
static void call_backs(cl_event e) {
  event_callback **at = &e->callbacks;
  while (*at) {
    event_callback *b = *at;
    if (e->status > b->status) {
      at = &b->next;
      continue;
    }
    *at = b->next;
    if (e->status < 0) b->status = e->status;
    object_use(e);
    cl_call_back(call_back, b);
  }
  e->last_callback = at;
}

void event_set(cl_event e, cl_int status) {
  e->status = status;
  call_backs(e);
  cl_changed();
}

void event_add_callback(cl_event e, event_callback *b) {
  *e->last_callback = b;
  e->last_callback = &b->next;
  call_backs(e);
}

// ---- commands ------------------------------------------------------------------------------------

static cl_int check_waits(cl_context context, cl_uint count, const cl_event *waits, const char *function) {
  if (!waits != !count)
    return cl_refuse(CL_INVALID_EVENT_WAIT_LIST, function, "a wait list of %u events at %p", count, (void *)waits);
  for (cl_uint i = 0; i < count; i++) {
    if (!object_is(waits[i], OF_EVENT))
      return cl_refuse(CL_INVALID_EVENT_WAIT_LIST, function, "entry %u of the wait list is no event", i);
    if (waits[i]->context != context)
      return cl_refuse(CL_INVALID_CONTEXT, function, "entry %u of the wait list is of another context", i);
  }
  return CL_SUCCESS;
}

void *command_new(size_t size, cl_command_queue queue, cl_command_type type, cl_uint wait_count, const cl_event *waits,
                  const char *function, cl_int *code) {
  if (!object_is(queue, OF_QUEUE)) {
    *code = cl_refuse(CL_INVALID_COMMAND_QUEUE, function, "%p is no command queue", (void *)queue);
    return NULL;
  }
  if ((*code = check_waits(queue->context, wait_count, waits, function))) return NULL;
  command *c = calloc(1, size);
  cl_event *copies = calloc(wait_count ? wait_count : 1, sizeof(cl_event)), e = NULL;
  if (!c || !copies || !(e = event_new(queue->context, queue, type))) {
    free(c);
    free(copies);
    *code = cl_refuse(CL_OUT_OF_HOST_MEMORY, function, "out of memory for a command");
    return NULL;
  }
  object_use(e);
  for (cl_uint i = 0; i < wait_count; i++) {
    copies[i] = waits[i];
    object_use(waits[i]);
  }
  c->function = function;
  c->queue = queue;
  c->event = e;
  c->wait_count = wait_count;
  c->waits = copies;
  return c;
}

static void command_free(command *c) {
  if (c->done) c->done(c);
  for (cl_uint i = 0; i < c->wait_count; i++) object_unuse(c->waits[i]);
  object_unuse(c->event);
  free(c->waits);
  free(c);
}

void command_drop(command *c) {
  object_release(c->event);  // the host never sees it
  command_free(c);
}

// ---- the worker ----------------------------------------------------------------------------------

static cl_command_queue *queues;  // all that exist
static size_t queue_count;
static bool started, stopping, ended;
static void (*ends)(void);  // the process ends so; NULL: it does not
static pthread_t worker;
static pthread_t last_thread;  // with `ended`: it ends the process
static bool forked;            // from a process that has the worker

typedef struct job {
  void (*run)(void *);
  void *data;
  bool done;
  struct job *next;
} job;
static job *jobs;

// Whether what the command waits for has ended. *failed: an event of its wait list has an error.
static bool ready(const command *c, bool *failed) {
  *failed = false;
  for (cl_uint i = 0; i < c->wait_count; i++) {
    if (c->waits[i]->status > CL_COMPLETE) return false;
    *failed |= c->waits[i]->status < 0;
  }
  return true;
}

// The next command to run, taken from its queue. NULL: none can run.
static command *take(bool *failed) {
  for (size_t q = 0; q < queue_count; q++) {
    const bool free_order = queues[q]->properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
    for (command **at = &queues[q]->first; *at; at = &(*at)->next) {
      command *c = *at;
      if ((at == &queues[q]->first || !c->after_all) && ready(c, failed)) {
        *at = c->next;
        if (!*at) queues[q]->last = at;
        queues[q]->running = c;
        return c;
      }
      if (!free_order || c->holds_back) break;
    }
  }
  return NULL;
}

static void submit(cl_event e) {
  if (e->status != CL_QUEUED) return;
  e->time[SUBMITTED] = timer_of_host();
  event_set(e, CL_SUBMITTED);
}

static void flush(cl_command_queue q) {
  for (command *c = q->first; c; c = c->next) submit(c->event);
}

// The time until which the devices have worked. It runs ahead of the host's time where the clocks of launches do.
static cl_ulong device_time;

cl_ulong timer_of_devices(cl_ulong *host) {
  *host = timer_of_host();
  return *host > device_time ? *host : device_time;
}

static void run(command *c, bool failed) {
  cl_event e = c->event;
  cl_ulong clocks = 0;
  cl_int status = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
  submit(e);
  cl_ulong start;
  e->time[STARTED] = timer_of_devices(&start);
  if (!failed) {
    event_set(e, CL_RUNNING);
    cl_unlock();
    status = c->run ? c->run(c, &clocks) : CL_SUCCESS;
    cl_lock();
  }
  device_time = e->time[STARTED] + (clocks ? clocks * 1000 / CL_CLOCK_MHZ : timer_of_host() - start);
  e->time[ENDED] = device_time;
  cl_command_queue queue = c->queue;
  object_use(queue);
  queue->running = NULL;
  event_set(e, status);
  command_free(c);
  object_unuse(queue);
}

// Fails the commands whose wait lists have an event with an error. They do not run.
static void fail_waiting(void) {
  bool failed = true;
  while (failed) {
    failed = false;
    for (size_t q = 0; q < queue_count; q++) {
      for (command *c = queues[q]->first; c; c = c->next) {
        bool error = false;
        for (cl_uint i = 0; i < c->wait_count; i++) error |= c->waits[i]->status < 0;
        if (!error || c->event->status < 0) continue;
        event_set(c->event, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
        failed = true;
      }
    }
  }
}

void worker_ends(void (*end)(void)) {
  cl_lock();
  ends = end;
  cl_unlock();
}

static void *work(void *unused) {
  (void)unused;
  cl_be_worker();
  cl_lock();
  for (;;) {
    bool failed;
    job *j = jobs;
    command *c = j || stopping || ends ? NULL : take(&failed);
    if (j) {
      jobs = j->next;
      cl_unlock();
      j->run(j->data);
      cl_lock();
      j->done = true;
      cl_changed();
    } else if (c) {
      run(c, failed);
      if (ends) fail_waiting();
    } else if (ends) {
      if (!cl_called_back()) continue;
      cl_unlock();
      ends();
    } else if (stopping) {
      break;
    } else {
      cl_wait();
    }
  }
  ended = true;
  cl_changed();
  cl_unlock();
  return NULL;
}

// The end of the process: the command that runs comes to its end first. The others are dropped, and have failed.
static void stop(void) {
  cl_ulong dropped = 0;
  if (forked) return;
  cl_lock();
  stopping = true;
  last_thread = pthread_self();
  cl_changed();
  for (size_t q = 0; q < queue_count; q++) {
    for (const command *c = queues[q]->first; c; c = c->next) {
      if (c->event->status < 0) continue;
      c->event->status = CL_OUT_OF_RESOURCES;
      dropped++;
    }
  }
  cl_unlock();
  if (dropped) fprintf(stderr, "wavelock: the process ended before %llu commands began\n", (unsigned long long)dropped);
  if (!cl_on_worker()) pthread_join(worker, NULL);
  cl_end_callbacks();
}

// A process that is forked has neither the worker nor the thread of callbacks, and the devices stand still. It can
// release what it has.
static void in_child(void) {
  if (started) forked = ended = true;
  cl_forked();
  cl_unlock();
}

bool worker_lost(void) { return forked; }

// With the lock held. false: there is no worker.
static bool start(void) {
  if (!started && !pthread_create(&worker, NULL, work, NULL)) {
    started = true;
    pthread_atfork(cl_lock, cl_unlock, in_child);
    atexit(stop);
  }
  return started && !ended;
}

void worker_do(void (*run)(void *data), void *data) {
  job j = {.run = run, .data = data};
  cl_lock();
  if (forked) {
    cl_unlock();
    return;
  }
  const bool here = cl_on_worker() || !start();
  if (!here) {
    job **at = &jobs;
    while (*at) at = &(*at)->next;
    *at = &j;
    cl_changed();
    while (!j.done) cl_wait();
  }
  cl_unlock();
  if (here) run(data);
}

// A wait is over. Another thread ends the process: what this one would do now does not count.
static void waited(void) {
  if (ended && !forked && !pthread_equal(last_thread, pthread_self())) cl_linger();
}

void event_wait(cl_event e) {
  if (e->queue) flush(e->queue);
  while ((e->status > CL_COMPLETE || ends || stopping) && !ended) cl_wait();
  waited();
}

cl_int command_enqueue(command *c, bool blocking, cl_event *event) {
  cl_command_queue q = c->queue;
  cl_event e = c->event;
  if (!start()) {
    const char *function = c->function;
    command_drop(c);
    return cl_refuse(CL_OUT_OF_HOST_MEMORY, function, "the thread that runs commands did not start, or has ended");
  }
  const char *function = c->function;  // c may be gone when the wait is over
  object_use(e);
  c->number = q->count++;
  *q->last = c;
  q->last = &c->next;
  if (event) *event = e;
  else object_release(e);  // the host never sees it
  cl_changed();
  if (blocking) event_wait(e);
  const cl_int status = blocking && e->status < 0 ? e->status : CL_SUCCESS;
  object_unuse(e);
  if (!status) return CL_SUCCESS;
  return cl_refuse(status, function, "%s",
                   status == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST ? "an event of the wait list has an error"
                                                                          : "the command ended with an error");
}

// ---- queues --------------------------------------------------------------------------------------

static void destroy_queue(object *o) {
  cl_command_queue q = (cl_command_queue)o;
  for (size_t i = 0; i < queue_count; i++)
    if (queues[i] == q) queues[i] = queues[--queue_count];
  object_unuse(q->context);
  free(q->given.words);
  object_free(q);
}

static const cl_command_queue_properties known_properties =
    CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;

static cl_int refuse_properties(cl_command_queue_properties properties, const char *function) {
  return cl_refuse(CL_INVALID_VALUE, function, "the properties 0x%llx are none of a queue",
                   (unsigned long long)(properties & ~known_properties));
}

// With the lock held.
static cl_int check_place(cl_context context, cl_device_id device, const char *function) {
  if (!object_is(context, OF_CONTEXT))
    return cl_refuse(CL_INVALID_CONTEXT, function, "%p is no context", (void *)context);
  if (!is_device(device) || !context_has(context, device))
    return cl_refuse(CL_INVALID_DEVICE, function, "%p is no device of the context", (void *)device);
  return CL_SUCCESS;
}

// With the lock held. NULL: out of memory.
static cl_command_queue new_queue(cl_context context, cl_device_id device, cl_command_queue_properties properties) {
  cl_command_queue *more = realloc(queues, (queue_count + 1) * sizeof(cl_command_queue));
  if (more) queues = more;
  cl_command_queue q = more ? object_new(OF_QUEUE, sizeof *q, destroy_queue) : NULL;
  if (q) {
    queues[queue_count++] = q;
    q->context = context;
    q->device = device;
    q->properties = properties;
    q->last = &q->first;
    object_use(context);
  }
  return q;
}

cl_command_queue CL_API_CALL clCreateCommandQueue(cl_context context, cl_device_id device,
                                                  cl_command_queue_properties properties, cl_int *errcode_ret) {
  cl_lock();
  cl_command_queue q = NULL;
  cl_int code = check_place(context, device, __func__);
  if (!code && properties & ~known_properties) code = refuse_properties(properties, __func__);
  if (!code && !(q = new_queue(context, device, properties)))
    code = cl_refuse(CL_OUT_OF_HOST_MEMORY, __func__, "out of memory for a queue");
  cl_unlock();
  if (errcode_ret) *errcode_ret = code;
  return q;
}

// What the list of clCreateCommandQueueWithProperties says: pairs of a name and a value, then 0. NULL: nothing. Queues
// on a device have properties and a size that are valid, and that no device supports.
static cl_int read_properties(const cl_queue_properties *list, cl_command_queue_properties *to, const char *function) {
  enum { PROPERTIES = 1, SIZE = 2 };
  const cl_command_queue_properties on_device = CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT;
  unsigned said = 0;
  *to = 0;
  for (; list && *list; list += 2) {
    const unsigned is = *list == CL_QUEUE_PROPERTIES ? PROPERTIES : *list == CL_QUEUE_SIZE ? SIZE : 0;
    if (!is)
      return cl_refuse(CL_INVALID_VALUE, function, "0x%llx is no property of a queue", (unsigned long long)*list);
    if (said & is)
      return cl_refuse(CL_INVALID_VALUE, function, "the property 0x%llx is there twice", (unsigned long long)*list);
    said |= is;
    if (is == PROPERTIES) *to = list[1];
  }
  if (*to & ~(known_properties | on_device)) return refuse_properties(*to & ~on_device, function);
  if ((*to & CL_QUEUE_ON_DEVICE_DEFAULT) && !(*to & CL_QUEUE_ON_DEVICE))
    return cl_refuse(CL_INVALID_VALUE, function, "CL_QUEUE_ON_DEVICE_DEFAULT without CL_QUEUE_ON_DEVICE");
  if ((said & SIZE) && !(*to & CL_QUEUE_ON_DEVICE))
    return cl_refuse(CL_INVALID_VALUE, function, "CL_QUEUE_SIZE without CL_QUEUE_ON_DEVICE");
  if ((*to & CL_QUEUE_ON_DEVICE) && !(*to & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE))
    return cl_refuse(CL_INVALID_VALUE, function, "CL_QUEUE_ON_DEVICE without CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE");
  if (*to & CL_QUEUE_ON_DEVICE)
    return cl_refuse(CL_INVALID_QUEUE_PROPERTIES, function, "no device has queues of its own");
  return CL_SUCCESS;
}

cl_command_queue CL_API_CALL clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                                                const cl_queue_properties *properties,
                                                                cl_int *errcode_ret) {
  cl_lock();
  cl_command_queue q = NULL;
  cl_command_queue_properties read;
  property_list given = {0};
  cl_int code = check_place(context, device, __func__);
  if (!code) code = read_properties(properties, &read, __func__);
  if (!code && (!property_list_copy(properties, &given) || !(q = new_queue(context, device, read)))) {
    free(given.words);
    code = cl_refuse(CL_OUT_OF_HOST_MEMORY, __func__, "out of memory for a queue");
  }
  if (q) q->given = given;
  cl_unlock();
  if (errcode_ret) *errcode_ret = code;
  return q;
}

cl_int CL_API_CALL clSetDefaultDeviceCommandQueue(cl_context context, cl_device_id device, cl_command_queue queue) {
  (void)queue;
  cl_lock();
  const cl_int code = check_place(context, device, __func__);
  cl_unlock();
  return code ? code : cl_refuse(CL_INVALID_OPERATION, __func__, "no device has queues of its own");
}

// A queue's handle, checked. CL_SUCCESS: with the lock held. Else refused, without the lock.
static cl_int lock_queue(cl_command_queue q, const char *function) {
  cl_lock();
  if (object_is(q, OF_QUEUE)) return CL_SUCCESS;
  cl_unlock();
  return cl_refuse(CL_INVALID_COMMAND_QUEUE, function, "%p is no command queue", (void *)q);
}

// Waits for the commands that are in the queue now.
static void finish(cl_command_queue q) {
  const cl_ulong count = q->count;
  object_use(q);
  flush(q);
  while (((q->running && q->running->number < count) || (q->first && q->first->number < count) || ends || stopping) &&
         !ended)
    cl_wait();
  waited();
  object_unuse(q);
}

cl_int CL_API_CALL clRetainCommandQueue(cl_command_queue q) {
  return object_retained(q, OF_QUEUE, CL_INVALID_COMMAND_QUEUE, __func__);
}

cl_int CL_API_CALL clReleaseCommandQueue(cl_command_queue q) {
  cl_lock();
  if (object_is(q, OF_QUEUE)) flush(q);
  cl_unlock();
  return object_released(q, OF_QUEUE, CL_INVALID_COMMAND_QUEUE, __func__);
}

static cl_int queue_info(const char *function, cl_command_queue q, cl_command_queue_info param_name,
                         size_t param_value_size, void *param_value, size_t *param_value_size_ret) {
  switch (param_name) {
    case CL_QUEUE_CONTEXT: return CL_ANSWER(cl_context, q->context);
    case CL_QUEUE_DEVICE: return CL_ANSWER(cl_device_id, q->device);
    case CL_QUEUE_REFERENCE_COUNT: return CL_ANSWER(cl_uint, q->head.references);
    case CL_QUEUE_PROPERTIES: return CL_ANSWER(cl_command_queue_properties, q->properties);
    case CL_QUEUE_PROPERTIES_ARRAY: return CL_ANSWER_LIST(q->given);
    case CL_QUEUE_DEVICE_DEFAULT: return CL_ANSWER(cl_command_queue, NULL);
    case CL_QUEUE_SIZE: return cl_refuse(CL_INVALID_COMMAND_QUEUE, function, "CL_QUEUE_SIZE is of queues on a device");
    default: return cl_unknown_name(function, param_name);
  }
}

cl_int CL_API_CALL clGetCommandQueueInfo(cl_command_queue q, cl_command_queue_info param_name, size_t param_value_size,
                                         void *param_value, size_t *param_value_size_ret) {
  cl_int code = lock_queue(q, __func__);
  if (code) return code;
  code = queue_info(__func__, q, param_name, param_value_size, param_value, param_value_size_ret);
  cl_unlock();
  return code;
}

cl_int CL_API_CALL clSetCommandQueueProperty(cl_command_queue q, cl_command_queue_properties properties, cl_bool enable,
                                             cl_command_queue_properties *old_properties) {
  const cl_int code = lock_queue(q, __func__);
  if (code) return code;
  const bool good = !(properties & ~known_properties);
  if (good) {
    object_use(q);
    if (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) finish(q);
    if (old_properties) *old_properties = q->properties;
    if (enable) q->properties |= properties;
    else q->properties &= ~properties;
    object_unuse(q);
  }
  cl_unlock();
  return good ? CL_SUCCESS : refuse_properties(properties, __func__);
}

cl_int CL_API_CALL clFlush(cl_command_queue q) {
  const cl_int code = lock_queue(q, __func__);
  if (code) return code;
  flush(q);
  cl_unlock();
  return CL_SUCCESS;
}

cl_int CL_API_CALL clFinish(cl_command_queue q) {
  const cl_int code = lock_queue(q, __func__);
  if (code) return code;
  finish(q);
  cl_unlock();
  return CL_SUCCESS;
}
