// SPDX-License-Identifier: Apache-2.0
// Events as the host sees them, and the commands that do nothing but order others.
#include <stdlib.h>

#include "queue.h"

cl_int CL_API_CALL clRetainEvent(cl_event e) { return object_retained(e, OF_EVENT, CL_INVALID_EVENT, __func__); }

cl_int CL_API_CALL clReleaseEvent(cl_event e) { return object_released(e, OF_EVENT, CL_INVALID_EVENT, __func__); }

// An event's handle, checked. CL_SUCCESS: with the lock held. Else refused, without the lock.
static cl_int lock_event(cl_event e, const char *function) {
  cl_lock();
  if (object_is(e, OF_EVENT)) return CL_SUCCESS;
  cl_unlock();
  return cl_refuse(CL_INVALID_EVENT, function, "%p is no event", (void *)e);
}

cl_int CL_API_CALL clGetEventInfo(cl_event e, cl_event_info param_name, size_t param_value_size, void *param_value,
                                  size_t *param_value_size_ret) {
  const char *const function = __func__;
  const cl_int code = lock_event(e, function);
  if (code) return code;
  const struct _cl_event is = *e;
  cl_unlock();
  switch (param_name) {
    case CL_EVENT_COMMAND_QUEUE: return CL_ANSWER(cl_command_queue, is.queue);
    case CL_EVENT_CONTEXT: return CL_ANSWER(cl_context, is.context);
    case CL_EVENT_COMMAND_TYPE: return CL_ANSWER(cl_command_type, is.type);
    case CL_EVENT_COMMAND_EXECUTION_STATUS: return CL_ANSWER(cl_int, is.status);
    case CL_EVENT_REFERENCE_COUNT: return CL_ANSWER(cl_uint, is.head.references);
    default: return cl_unknown_name(function, param_name);
  }
}

cl_int CL_API_CALL clGetEventProfilingInfo(cl_event e, cl_profiling_info param_name, size_t param_value_size,
                                           void *param_value, size_t *param_value_size_ret) {
  const char *const function = __func__;
  const cl_int code = lock_event(e, function);
  if (code) return code;
  const struct _cl_event is = *e;
  cl_unlock();
  // No command enqueues others on the device: what it has ended is complete.
  const cl_profiling_info name = param_name == CL_PROFILING_COMMAND_COMPLETE ? CL_PROFILING_COMMAND_END : param_name;
  if (name < CL_PROFILING_COMMAND_QUEUED || name > CL_PROFILING_COMMAND_END)
    return cl_unknown_name(function, param_name);
  if (!is.profiled || is.status != CL_COMPLETE)
    return cl_refuse(CL_PROFILING_INFO_NOT_AVAILABLE, function, "%s",
                     !is.queue      ? "a user event has no times"
                     : !is.profiled ? "the queue was made without CL_QUEUE_PROFILING_ENABLE"
                                    : "the command has not ended, or ended with an error");
  return CL_ANSWER(cl_ulong, is.time[name - CL_PROFILING_COMMAND_QUEUED]);
}

cl_int CL_API_CALL clWaitForEvents(cl_uint num_events, const cl_event *events) {
  cl_int code = CL_SUCCESS;
  if (!num_events || !events) return cl_refuse(CL_INVALID_VALUE, __func__, "no events");
  cl_lock();
  for (cl_uint i = 0; i < num_events && !code; i++)
    if (!object_is(events[i], OF_EVENT))
      code = cl_refuse(CL_INVALID_EVENT, __func__, "entry %u of the list is no event", i);
    else if (events[i]->context != events[0]->context)
      code = cl_refuse(CL_INVALID_CONTEXT, __func__, "entry %u of the list is of another context than the first", i);
  if (!code) {
    for (cl_uint i = 0; i < num_events; i++) object_use(events[i]);
    for (cl_uint i = 0; i < num_events; i++) {
      event_wait(events[i]);
      if (events[i]->status < 0)
        code = cl_refuse(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, __func__, "the event %u ended with the error %d",
                         i, events[i]->status);
    }
    for (cl_uint i = 0; i < num_events; i++) object_unuse(events[i]);
  }
  cl_unlock();
  return code;
}

cl_int CL_API_CALL clSetEventCallback(cl_event e, cl_int type, void(CL_CALLBACK *pfn_notify)(cl_event, cl_int, void *),
                                      void *user_data) {
  const cl_int code = lock_event(e, __func__);
  if (code) return code;
  const bool good = pfn_notify && (type == CL_SUBMITTED || type == CL_RUNNING || type == CL_COMPLETE);
  event_callback *b = good ? malloc(sizeof *b) : NULL;
  if (b) {
    *b = (event_callback){.call = pfn_notify, .data = user_data, .status = type, .event = e};
    event_add_callback(e, b);
  }
  cl_unlock();
  if (!pfn_notify) return cl_refuse(CL_INVALID_VALUE, __func__, "no callback");
  if (!good)
    return cl_refuse(CL_INVALID_VALUE, __func__, "the status %d is none of CL_SUBMITTED, CL_RUNNING and CL_COMPLETE",
                     type);
  return b ? CL_SUCCESS : cl_refuse(CL_OUT_OF_HOST_MEMORY, __func__, "out of memory");
}

// ---- user events ---------------------------------------------------------------------------------

cl_event CL_API_CALL clCreateUserEvent(cl_context context, cl_int *errcode_ret) {
  cl_lock();
  const bool good = object_is(context, OF_CONTEXT);
  cl_event e = good ? event_new(context, NULL, CL_COMMAND_USER) : NULL;
  cl_unlock();
  if (!good) return cl_refuse_new(errcode_ret, CL_INVALID_CONTEXT, __func__, "%p is no context", (void *)context);
  if (!e) return cl_refuse_new(errcode_ret, CL_OUT_OF_HOST_MEMORY, __func__, "out of memory");
  return cl_made(errcode_ret, e);
}

cl_int CL_API_CALL clSetUserEventStatus(cl_event e, cl_int status) {
  cl_int code = lock_event(e, __func__);
  if (code) return code;
  code = e->queue                    ? CL_INVALID_EVENT
         : status > CL_COMPLETE      ? CL_INVALID_VALUE
         : e->status != CL_SUBMITTED ? CL_INVALID_OPERATION
                                     : CL_SUCCESS;
  if (!code) event_set(e, status);
  cl_unlock();
  return code ? cl_refuse(code, __func__, "%s",
                          code == CL_INVALID_EVENT   ? "the event is that of a command"
                          : code == CL_INVALID_VALUE ? "the status is neither CL_COMPLETE nor an error"
                                                     : "the event has its status already")
              : CL_SUCCESS;
}

// ---- markers and barriers ------------------------------------------------------------------------

static cl_int order(cl_command_queue q, cl_command_type type, bool holds_back, cl_uint count, const cl_event *waits,
                    cl_event *event, const char *function) {
  cl_int code;
  cl_lock();
  command *c = command_new(sizeof *c, q, type, count, waits, function, &code);
  if (c) {
    c->after_all = !count;
    c->holds_back = holds_back;
    code = command_enqueue(c, false, event);
  }
  cl_unlock();
  return code;
}

cl_int CL_API_CALL clEnqueueMarkerWithWaitList(cl_command_queue q, cl_uint num_events, const cl_event *waits,
                                               cl_event *event) {
  return order(q, CL_COMMAND_MARKER, false, num_events, waits, event, __func__);
}

cl_int CL_API_CALL clEnqueueBarrierWithWaitList(cl_command_queue q, cl_uint num_events, const cl_event *waits,
                                                cl_event *event) {
  return order(q, CL_COMMAND_BARRIER, true, num_events, waits, event, __func__);
}

cl_int CL_API_CALL clEnqueueMarker(cl_command_queue q, cl_event *event) {
  cl_lock();
  const bool good = object_is(q, OF_QUEUE);
  cl_unlock();
  if (good && !event) return cl_refuse(CL_INVALID_VALUE, __func__, "no place for the event");
  return order(q, CL_COMMAND_MARKER, false, 0, NULL, event, __func__);
}

cl_int CL_API_CALL clEnqueueBarrier(cl_command_queue q) {
  return order(q, CL_COMMAND_BARRIER, true, 0, NULL, NULL, __func__);
}

cl_int CL_API_CALL clEnqueueWaitForEvents(cl_command_queue q, cl_uint num_events, const cl_event *events) {
  cl_lock();
  const bool good = object_is(q, OF_QUEUE);
  bool valid = true;
  for (cl_uint i = 0; good && events && i < num_events; i++) valid &= object_is(events[i], OF_EVENT);
  cl_unlock();
  if (good && (!num_events || !events)) return cl_refuse(CL_INVALID_VALUE, __func__, "no events");
  if (!valid) return cl_refuse(CL_INVALID_EVENT, __func__, "one of %u events is none", num_events);
  return order(q, CL_COMMAND_BARRIER, true, num_events, events, NULL, __func__);
}
