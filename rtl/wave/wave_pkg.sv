// SPDX-License-Identifier: Apache-2.0
// The state of a wave: its launch, what the issue stage reads and writes of it, its end.
package wave_pkg;
  // COND_DBG_SYS and COND_DBG_USER of STATUS.
  typedef struct packed {
    logic sys;
    logic user;
  } cond_dbg_t;

  // A wave as the dispatcher launches it (kernel-launch.md 3). The dispatcher has written
  // its SGPRs and VGPRs before, through the init ports.
  typedef struct packed {
    cu_pkg::slot_t       slot;
    logic [47:0]         pc;
    logic [63:0]         exec;
    logic [31:0]         mode;
    cu_pkg::group_t      group;
    cu_pkg::slot_t       wave_in_group;
    cu_pkg::wave_count_t waves_in_group;  // 1..NumWaves
    logic [6:0]          sgpr_size;       // 16..102
    cu_pkg::phys_vgpr_t  vgpr_base;
    logic [8:0]          vgpr_size;       // VGPRs, 4..256
    logic [15:0]         lds_base;        // bytes
    logic [16:0]         lds_size;        // bytes, 0..65536
    logic                trap_en;         // there is a trap handler
    logic [47:0]         tba;             // its address
    logic [47:0]         tma;
    cond_dbg_t           cond_dbg;
    logic [7:0]          shared_global;   // physical VGPRs from 0 on that all waves share (lds.md 2)
    logic [6:0]          shared_temps;    // behind these: clause temporaries of even slots, then those of odd slots
    logic [1:0]          alignment_mode;  // alignment_e
    logic                issue;           // it has control words (maxwell-control.md 8.1)
  } launch_t;

  // Why a wave stops. EndHalt: by its own s_sethalt or s_sendmsghalt; the host can resume it.
  typedef enum logic [1:0] { EndNone, EndPgm, EndFault, EndHalt } wave_end_e;

  // What the issue stage reads of the selected wave. The operand view is one too: registers as the instruction there
  // reads them. The ISA leaves their wait states to the program. In a unit with exposed hazards some of them have older
  // values (exposed_hazards.sv).
  typedef struct packed {
    logic               scc;
    logic               solo;            // the only wave of its group
    logic [6:0]         sgpr_size;
    cu_pkg::phys_vgpr_t vgpr_base;
    logic [8:0]         vgpr_size;
    logic [16:0]        lds_size;
    cu_pkg::slot_t      wave_in_group;
    logic [7:0]         shared_global;   // physical VGPRs that all waves share (lds.md 2)
    logic [6:0]         shared_temps;    // clause temporaries behind them
    logic [1:0]         alignment_mode;  // mem_pkg::alignment_e
    logic [15:0]        lds_base;
    logic [47:0]        pc;
    isa_pkg::status_t   status;
    isa_pkg::trapsts_t  trapsts;
    logic [31:0]        m0;
    isa_pkg::mode_t     mode;
    logic [63:0]        vcc;
    logic [63:0]        exec;
  } wave_t;

  // What a scalar instruction writes to the wave state registers of its wave. SGPRs have sgpr_row_write_t.
  typedef struct packed {
    logic [1:0]     exec_we;      // low, high word
    logic [1:0]     vcc_we;
    logic           scc_we;
    logic           scc;
    logic           m0_we;
    logic           mode_we;
    logic           prio_we;
    logic [1:0]     prio;
    logic           illegal;      // halts with TRAPSTS.ILLEGAL_INST
    logic           fetch_fault;  // halts with TRAPSTS.MEM_VIOL
    logic           endpgm;
    logic [47:0]    pc;
    logic [31:0]    m0;
    isa_pkg::mode_t mode;
    logic [63:0]    vcc;
    logic [63:0]    exec;
  } wave_write_t;

  // Effects on hardware registers, PRIV, HALT and single step. A separate struct, because a wider wave_write_t slows
  // simulation.
  typedef struct packed {
    hwreg_pkg::setreg_t setreg;
    logic               priv_we;
    logic               priv;
    logic               halt_we;
    logic               halt;
    logic               stops;  // from now on HALT keeps the wave from issuing
    logic               step;   // the wave enters its trap handler before its next instruction
  } control_write_t;
endpackage
