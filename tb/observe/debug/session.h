// SPDX-License-Identifier: Apache-2.0
// The parts of the debugger. A position is a cycle, or of the model alone a step (alone.c).
#ifndef WAVELOCK_DEBUG_SESSION_H
#define WAVELOCK_DEBUG_SESSION_H

#include <stdbool.h>
#include <stdio.h>

#include "observe/debug/debugger.h"

enum {
  DEBUG_BREAKS = 64,
  DEBUG_PLACES = 32,     // of a source line
  DEBUG_MNEMONIC = 40,   // with its end
  DEBUG_BYTES = 1024,    // of what a watch looks at
  DEBUG_SNAPSHOTS = 24,  // at a time
  DEBUG_TEXT = 400,      // of a line that says why the run stopped
  DEBUG_LINE = 1024,     // of a command, with its end
  DEBUG_SOURCES = 8,     // files of commands, each named by the one before
  DEBUG_PATH = 256,      // of such a file, with its end
  DEBUG_HISTORY = 100,   // lines that were typed
  DEBUG_COMPLETIONS = 80,
  DEBUG_ANY = -1,  // any slot
};

#define DEBUG_PROMPT "(wavelock) "

// The two sides of a run.
typedef enum { SIDE_DUT, SIDE_EXPECTED, SIDES } debug_side;

// ---- registers.c: what can be looked at ------------------------------------------------------------
typedef enum { THING_ROW, THING_SGPR, THING_VGPR, THING_LANE, THING_MEMORY, THING_LDS } thing_kind;
typedef struct {
  thing_kind kind;
  uint32_t slot;
  uint32_t first, count;  // ROW: number in the state table; SGPR, VGPR: registers of the wave
  uint32_t lane;          // of LANE
  uint32_t low, width;    // of ROW: bits of the register; width 0: all
  uint64_t at;            // of MEMORY, LDS: address
  uint32_t bytes;         // in all
  char name[64];
} debug_thing;

// ---- breaks.c --------------------------------------------------------------------------------------
typedef enum {
  BREAK_NONE,
  BREAK_PC,
  BREAK_LINE,      // places
  BREAK_MNEMONIC,  // instructions whose text begins so
  BREAK_POSITION,
  BREAK_START,
  BREAK_END,
  BREAK_WATCH
} break_kind;
// When a watch stops, by the value that the thing gets, unsigned.
typedef enum { IF_ANY, IF_EQUAL, IF_OTHER, IF_LESS, IF_MORE } break_condition;
typedef struct {
  break_kind kind;
  uint32_t number;
  int slot;     // DEBUG_ANY: of any wave
  uint64_t at;  // PC, position
  bool gdb;     // made by the remote protocol
  uint64_t places[DEBUG_PLACES];
  uint32_t place_count;
  char mnemonic[DEBUG_MNEMONIC];
  debug_thing thing;
  break_condition condition;
  uint64_t value;
  char text[96];
} debug_break;

// ---- session.c -------------------------------------------------------------------------------------
typedef enum {
  GOAL_WAVE,      // a wave is live
  GOAL_BREAK,     // none but a break
  GOAL_POSITION,  // at
  GOAL_ISSUES,    // the slot's waves have issued `at` instructions in all
  GOAL_SCAN,      // run to `at` and note the last break before it; then go there
  GOAL_END,       // the run ends: nothing stops it
} goal_kind;
typedef struct {
  goal_kind kind;
  uint64_t at;
  uint32_t slot;
  bool silent;    // breaks and findings do not stop it
  uint64_t from;  // position at which the user let it go: what was found there has been told
  uint64_t base;  // of SCAN: position of the snapshot from which it began
  bool scanned;   // of SCAN: a break was seen, the last one there:
  uint64_t scanned_at;
  // Why the run stopped, where the process that stops cannot know. "": it can.
  char said[DEBUG_TEXT];
  int said_slot, said_break;
} debug_goal;

// What is going on with the client when the run stops.
typedef enum { REPLY_NONE, REPLY_STOP, REPLY_MONITOR } debug_reply;

// A file of commands that is being read. Each process of the session opens it for itself.
typedef struct {
  char path[DEBUG_PATH];
  long at;        // of the next line
  uint32_t line;  // that was read last
} debug_source;

// Shared by the processes of a session, of which one runs at a time.
typedef struct {
  debug_goal goal;
  debug_break breaks[DEBUG_BREAKS];
  uint32_t next_number;
  uint32_t slot;  // of the wave that commands are about
  debug_reply reply;
  debug_side side;                      // that GDB sees
  bool no_ack;                          // of GDB's protocol
  uint32_t gdb_slot;                    // that GDB steps
  bool detached;                        // GDB has left the run to itself
  bool wrong;                           // a command was wrong
  debug_source sources[DEBUG_SOURCES];  // the last one is read
  uint32_t source_count;
  char last[DEBUG_LINE];                    // command of the prompt
  char history[DEBUG_HISTORY][DEBUG_LINE];  // a ring
  uint32_t history_count;                   // that were ever typed
  bool over;                                // the session
  int exit_code;
} debug_shared;

typedef struct {
  uint64_t position;
  uint64_t total[WL_MAX_WAVES];  // as wl_debug.total
  int order;                     // socket
} debug_snapshot;

struct wl_debug {
  debug_shared *shared;
  wl_debug_options options;
  wl_debug_machine machine;
  const wl_object *object;
  const wl_code_place *code;
  int listening, client;  // sockets of GDB; -1: none
  int keeper;             // pipe that the keeper holds open
  bool terminal;          // stdin is one
  bool begun, ended;      // the first position was reached; the run has ended
  char verdict[DEBUG_TEXT];
  uint64_t first, position;
  wl_expected now;
  uint64_t total[WL_MAX_WAVES];  // instructions that the slot's waves have issued
  uint64_t issued[WL_MAX_WAVES];
  uint32_t live, arrived, started, ended_waves;  // slots: live before; with a new PC, started, ended in this position
  bool found, found_now;                         // a divergence or fault: there, new in this position
  uint8_t reasons[WL_MAX_WAVES];                 // WL_WAIT_*
  bool has_reasons;
  // Per watch: the bytes of either side at the position before.
  struct {
    uint32_t number;  // of the break
    bool known[SIDES];
    uint8_t bytes[SIDES][DEBUG_BYTES];
  } watched[DEBUG_BREAKS];
  char hit[DEBUG_TEXT];  // which break was hit here; "": none
  int hit_slot, hit_break;
  debug_snapshot snapshots[DEBUG_SNAPSHOTS];
  uint32_t snapshot_count;
  uint64_t next_look;
  double last_snapshot;
  // The last stop: why, the wave and the number of the break, -1 for none.
  char why[DEBUG_TEXT];
  int why_slot, why_break;
};

// Moves of the run from a stop. Each returns true when the run shall go on from here. Going back returns only to say
// why it cannot be done, in why; else this process ends, and another one stops there.
bool debug_continue(wl_debug *d, char why[DEBUG_TEXT]);
bool debug_step(wl_debug *d, uint32_t slot, uint64_t count, char why[DEBUG_TEXT]);
bool debug_to_position(wl_debug *d, uint64_t position, char why[DEBUG_TEXT]);
bool debug_back(wl_debug *d, uint32_t slot, uint64_t count, char why[DEBUG_TEXT]);
bool debug_back_to_break(wl_debug *d, char why[DEBUG_TEXT]);
bool debug_finish(wl_debug *d, char why[DEBUG_TEXT]);  // to the end of the run, without a stop
// Whether the user has asked for a stop, or the keeper is gone and with it the session.
bool debug_interrupted(wl_debug *d);
// Waits for input. False: a signal came first. Ends the session if the keeper is gone.
bool debug_wait_for(wl_debug *d, int file);
// Ends the session.
_Noreturn void debug_quit(wl_debug *d);
// "cycle" or "step".
const char *debug_unit(const wl_debug *d);

// snapshots.c
void snapshots_begin(wl_debug *d);
bool snapshot_due(wl_debug *d);
bool snapshot_take(wl_debug *d);  // true: this is a snapshot that was woken
// Ends this process and lets the snapshot go on, which stays a snapshot too. Returns if it does not live any more.
void snapshot_wake(wl_debug *d, uint32_t number);
void snapshots_drop(wl_debug *d);

// breaks.c
debug_break *break_add(wl_debug *d, const debug_break *b);            // NULL: there are DEBUG_BREAKS
void breaks_look(wl_debug *d);                                        // fills hit, if one is hit at this position
void breaks_rebase(wl_debug *d);                                      // watches compare with this position from now on
uint32_t watch_value_bytes(const wl_debug *d, const debug_thing *t);  // of each value that a watch compares

// places.c
bool code_words(const wl_debug *d, uint64_t pc, uint32_t words[2]);  // false: not mapped
uint32_t code_size(const wl_debug *d, const uint32_t words[2]);      // bytes
void code_text(const wl_debug *d, uint64_t pc, char *text, size_t size);
bool code_begins(const wl_debug *d, uint64_t pc, const char *mnemonic);
// The number of the program's instructions whose mnemonic begins so. list: the mnemonics, "v_add_f32_e32,
// v_add_f32_e64".
uint32_t mnemonic_places(const wl_debug *d, const char *begin, char list[DEBUG_TEXT]);
// The addresses at which code of "FILE:LINE" begins, and how many they are. 0 with why: none or too many. FILE: the
// last names of its path.
uint32_t line_places(const wl_debug *d, const char *text, uint64_t places[DEBUG_PLACES], char why[DEBUG_TEXT]);
// "main", "main+0x10", "0x100002a00", "saxpy.cl:9"
bool place_parse(const wl_debug *d, const char *text, uint64_t *address);
void place_text(const wl_debug *d, uint64_t address, char *text, size_t size);

// registers.c
bool slot_live(const wl_debug *d, uint32_t slot);
uint64_t pc_of_slot(const wl_debug *d, uint32_t slot);
// "exec", "mode[31:29]", "s4", "s[4:7]", "v3", "v3[7]" of the wave in a slot.
bool thing_parse(const wl_debug *d, const char *text, uint32_t slot, debug_thing *thing, char why[DEBUG_TEXT]);
// The bytes of a side. False: there is no such side, no such wave now, or memory is not mapped.
bool thing_read(const wl_debug *d, const debug_thing *thing, debug_side side, uint8_t bytes[DEBUG_BYTES]);
// What differs is marked. all: SGPRs and VGPRs too.
void registers_print(const wl_debug *d, FILE *out, uint32_t slot, bool all);
// Only what differs. Returns how many registers that are.
uint32_t registers_differ(const wl_debug *d, FILE *out, uint32_t slot);
// The names of the wave state registers and their fields that the unit has, in small letters. Returns how many.
uint32_t register_names(const wl_debug *d, char names[DEBUG_COMPLETIONS][DEBUG_MNEMONIC]);
void row_name(const wl_debug *d, const debug_thing *t, char *name, size_t size);  // "MODE", "MODE[31:29]"
void thing_print(const wl_debug *d, FILE *out, const debug_thing *thing);
uint32_t lds_differences(const wl_debug *d, FILE *out);
bool has_dut(const wl_debug *d);
bool has_dut_registers(const wl_debug *d);       // the unit's probe says where they lie
uint32_t wave_lanes(const wl_debug *d);          // lanes of a wave, of the WL_LANES of a vector register
uint32_t vgpr_bytes(const wl_debug *d);          // of a vector register
bool row_here(const wl_debug *d, uint32_t row);  // a wave state register that the unit has

// formats.c
typedef struct {
  char kind;       // f, d, u, x; 0: no format
  uint32_t bytes;  // of a value; 0: of a wave state register, of a lane, a dword
} debug_format;
// "f", "fh". False: there is no such format.
bool format_parse(const char *text, debug_format *format);
// Both sides, marks where they differ. False with why: it is no whole number of values, or cannot be read.
bool format_print(const wl_debug *d, FILE *out, const debug_thing *t, const debug_format *f, char why[DEBUG_TEXT]);

// show.c
void show_place(const wl_debug *d, FILE *out, uint32_t slot);  // a line: the wave's next instruction
void show_code(const wl_debug *d, FILE *out, uint64_t around, uint32_t before, uint32_t count);
void show_waves(const wl_debug *d, FILE *out);
void show_status(const wl_debug *d, FILE *out);
bool show_memory(const wl_debug *d, FILE *out, thing_kind kind, uint64_t at, uint32_t bytes, char why[DEBUG_TEXT]);

// commands.c
typedef enum { COMMAND_DONE, COMMAND_WRONG, COMMAND_GO } command_end;
// place: of the line, in front of what is wrong with it.
command_end command_run(wl_debug *d, const char *line, const char *place, FILE *out);

// The words that the last word of a line may become. Returns how many.
uint32_t command_complete(const wl_debug *d, const char *line, char words[DEBUG_COMPLETIONS][DEBUG_MNEMONIC]);

// edit.c
typedef enum { EDIT_LINE, EDIT_ENDED, EDIT_NOT } edit_result;  // NOT: there is no terminal, or no libedit
// Shows the prompt and reads a line that somebody types. A line that is too long has its beginning.
edit_result edit_line(wl_debug *d, char line[DEBUG_LINE + 1]);
void edit_end(void);  // the terminal gets its modes back

// prompt.c
void prompt_serve(wl_debug *d);
// The next commands come from this file. False: it cannot be read.
bool prompt_source(wl_debug *d, const char *path, char why[DEBUG_TEXT]);

// gdb.c
bool gdb_open(wl_debug *d, wl_error *error);
void gdb_accept(wl_debug *d);  // waits for the client
void gdb_serve(wl_debug *d);
bool gdb_interrupted(wl_debug *d);  // the client asks for a stop; or it is gone, and the session ends

#endif
