// SPDX-License-Identifier: Apache-2.0
// Command queues, commands and events. One worker thread runs the commands of all queues, one after the other.
#ifndef WAVELOCK_OPENCL_QUEUE_H
#define WAVELOCK_OPENCL_QUEUE_H

#include "context.h"

struct _cl_command_queue {
  object head;
  cl_context context;
  cl_device_id device;
  cl_command_queue_properties properties;
  property_list given;            // to clCreateCommandQueueWithProperties
  struct command *first, **last;  // those that have not begun, in the order of the calls
  struct command *running;        // NULL: none
  cl_ulong count;                 // of commands so far
};

typedef struct event_callback {
  void(CL_CALLBACK *call)(cl_event, cl_int, void *);
  void *data;
  cl_int status;  // CL_SUBMITTED, CL_RUNNING or CL_COMPLETE; when it is called, what the host is told
  cl_event event;
  struct event_callback *next;
} event_callback;

struct _cl_event {
  object head;
  cl_context context;
  cl_command_queue queue;  // NULL: a user event
  cl_command_type type;
  cl_int status;     // CL_QUEUED .. CL_COMPLETE, or a negative code
  cl_ulong time[4];  // ns: queued, submitted, start, end
  bool profiled;     // the queue measured times when the command was enqueued
  event_callback *callbacks, **last_callback;
};

// A command in a queue. The structs of its kinds begin with it.
typedef struct command {
  struct command *next;
  const char *function;  // that enqueued it
  cl_command_queue queue;
  cl_event event;  // each command has one
  cl_uint wait_count;
  cl_event *waits;
  cl_ulong number;  // in the queue
  // In an out-of-order queue:
  bool after_all;   // it waits for all earlier commands
  bool holds_back;  // all later commands wait for it
  // On the worker, without the lock. CL_SUCCESS or an error code, which becomes the status of the event.
  // *clocks: how many clocks it took, for the event's times; 0: the host's time counts.
  cl_int (*run)(struct command *, cl_ulong *clocks);
  void (*done)(struct command *);  // with the lock held: gives up what the command holds; may be NULL
} command;

// A command of a queue of the host; size: of its kind. With the lock held. NULL: *code says why: a bad queue or wait
// list (CL_INVALID_COMMAND_QUEUE, CL_INVALID_EVENT_WAIT_LIST, CL_INVALID_CONTEXT), or CL_OUT_OF_HOST_MEMORY.
void *command_new(size_t size, cl_command_queue queue, cl_command_type type, cl_uint wait_count, const cl_event *waits,
                  const char *function, cl_int *code);
// Gives up a command that was not enqueued. With the lock held.
void command_drop(command *c);
// Enqueues it. event: gets the event for the host; may be NULL. With the lock held; `blocking` waits for its end, and
// its error is then the result: CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST or that of the command.
cl_int command_enqueue(command *c, bool blocking, cl_event *event);

enum { TIMER_RESOLUTION = 1 };  // ns, of the host's and the devices' times

// Any thread. The time of the host, ns.
cl_ulong timer_of_host(void);

// All of the following with the lock held.

// The time of the devices, as events have it, and of the host at the same moment.
cl_ulong timer_of_devices(cl_ulong *host);

// An event with one reference of the host. queue: NULL for a user event. NULL: out of memory.
cl_event event_new(cl_context context, cl_command_queue queue, cl_command_type type);
// Sets its status and calls back.
void event_set(cl_event e, cl_int status);
// Adds a callback, and calls it if its time has come.
void event_add_callback(cl_event e, event_callback *b);
// Waits until it has ended, or the process does.
void event_wait(cl_event e);

// On the worker, without the lock, by a command that runs: the process ends when its event is marked. Then commands
// that wait for the event fail, the callbacks that are due are called, and `end` is, which ends the process. Calls that
// wait for a command do not return any more.
void worker_ends(void (*end)(void));  // end does not return

// Calls `run` on the worker, for work on the devices that is no command, and waits for it. Without the lock. On the
// worker itself, and after its end, it is called at once. In a process that was forked from that of the worker nothing
// is done.
void worker_do(void (*run)(void *data), void *data);
// Whether this is such a process.
bool worker_lost(void);

#endif
