// SPDX-License-Identifier: Apache-2.0
// GLOBAL loads and stores, one instruction at a time (buffer-memory.md 10). A transaction serves one dword component of
// every lane that has bytes of it in the same line. Loads are written back when all data is here, a VGPR a cycle.
module tiny_vmem import tiny_pkg::*, tiny_op_pkg::*; (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  logic                        start_i,  // only while idle_o
  input  logic [6:0]                  op_i,
  input  logic [Lanes-1:0][63:0]      address_i,
  input  logic [Lanes-1:0]            exec_i,
  input  logic [3:0][Lanes-1:0][31:0] data_i,  // of a store
  input  logic [6:0]                  vgpr_i,  // first physical VGPR of a load
  output logic                        idle_o,
  output logic                        req_valid_o,
  input  logic                        req_ready_i,
  output mem_req_t                    req_o,
  output logic [1:0]                  component_o,  // of the request
  output logic [Lanes-1:0]            lanes_o,
  input  logic                        rsp_valid_i,
  input  mem_rsp_t                    rsp_i,
  output logic                        write_o,  // a VGPR is written in this cycle: the lanes of exec_o
  output logic [6:0]                  vgpr_o,
  output logic [Lanes-1:0]            exec_o,
  output vgpr_t                       data_o,
  output logic                        done_o,
  output logic                        viol_o  // with done_o: an access touched unmapped memory
);
  typedef enum logic [2:0] {Idle, Pick, Request, Wait, Write, Done} state_e;
  state_e                      state_q;
  logic [6:0]                  op_q;
  logic [Lanes-1:0][63:0]      address_q;  // of the component
  logic [Lanes-1:0]            exec_q;
  logic [3:0][Lanes-1:0][31:0] data_q;
  logic [6:0]                  vgpr_q;
  logic [1:0]                  component_q;
  logic                        viol_q;
  logic [Lanes-1:0][3:0]       pending_q;  // bytes that no transaction has served
  mem_req_t                    req_q;
  logic [Lanes-1:0][3:0]       served_q;  // bytes of the open transaction

  // opcodes 16..23 load and 24..31 store; 20..23 and 28..31 move 1 to 4 dwords
  logic       store, dwords;
  logic [1:0] last_component;
  logic [3:0] bytes;  // of a lane, as a mask
  assign store          = op_q[3];
  assign dwords         = op_q[2];
  assign last_component = dwords ? op_q[1:0] : 2'd0;
  assign bytes          = dwords ? 4'b1111 : op_q[1] ? 4'b0011 : 4'b0001;

  // Address of byte i of a lane.
  function automatic logic [63:0] byte_at(input logic [5:0] lane, input int i);
    return address_q[lane] + 64'(i);
  endfunction

  // The line of the first byte that is left, and all bytes that lie in it.
  logic                  some;
  logic [57:0]           line;
  logic [Lanes-1:0][3:0] served;
  mem_req_t              req;
  always_comb begin
    some   = 1'b0;
    line   = '0;
    served = '0;
    req    = '0;
    if (state_q == Pick) begin
      for (int lane = Lanes - 1; lane >= 0; lane--) begin
        for (int i = 3; i >= 0; i--) begin
          if (pending_q[lane][i]) begin
            some = 1'b1;
            line = 58'(byte_at(6'(lane), i) >> 6);
          end
        end
      end
      req.store = store;
      req.line  = line;
      for (int lane = 0; lane < Lanes; lane++) begin
        for (int i = 0; i < 4; i++) begin
          if (pending_q[lane][i] && 58'(byte_at(6'(lane), i) >> 6) == line) begin
            served[lane][i]                                = 1'b1;
            req.be[6'(byte_at(6'(lane), i))]                   = 1'b1;
            req.data[{6'(byte_at(6'(lane), i)), 3'b0}+:8] = store ? data_q[component_q][lane][8*i+:8] : 8'd0;
          end
        end
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= Idle;
    end else begin
      unique case (state_q)
        Idle: if (start_i) begin
          state_q     <= Pick;
          op_q        <= op_i;
          address_q   <= address_i;
          exec_q      <= exec_i;
          data_q      <= op_i[3] ? data_i : '0;
          vgpr_q      <= vgpr_i;
          component_q <= '0;
          viol_q      <= 1'b0;
          for (int lane = 0; lane < Lanes; lane++) begin
            pending_q[lane] <= !exec_i[lane] ? '0 : op_i[2] ? 4'b1111 : op_i[1] ? 4'b0011 : 4'b0001;
          end
        end
        Pick: if (some) begin
          state_q  <= Request;
          req_q    <= req;
          served_q <= served;
        end else if (component_q != last_component) begin
          component_q <= component_q + 2'd1;
          for (int lane = 0; lane < Lanes; lane++) begin
            address_q[lane] <= address_q[lane] + 64'd4;
            pending_q[lane] <= exec_q[lane] ? bytes : '0;
          end
        end else begin
          component_q <= '0;
          state_q     <= store ? Done : Write;
        end
        Request: if (req_ready_i) state_q <= Wait;
        Wait: if (rsp_valid_i) begin
          state_q <= Pick;
          viol_q  <= viol_q || rsp_i.error;
          for (int lane = 0; lane < Lanes; lane++) begin
            pending_q[lane] <= pending_q[lane] & ~served_q[lane];
            for (int i = 0; i < 4; i++) begin
              if (served_q[lane][i] && !store) begin
                data_q[component_q][lane][8*i+:8] <= rsp_i.error ? '0 : rsp_i.data[{6'(byte_at(6'(lane), i)), 3'b0}+:8];
              end
            end
          end
        end
        Write: begin
          component_q <= component_q + 2'd1;
          if (component_q == last_component) state_q <= Idle;
        end
        default: state_q <= Idle;
      endcase
    end
  end

  always_comb begin
    data_o  = '0;
    lanes_o = '0;
    for (int lane = 0; lane < Lanes; lane++) begin
      data_o[lane] = data_q[component_q][lane];
      if (op_q == GlobalLoadSbyte[6:0]) data_o[lane] = 32'($signed(data_q[0][lane][7:0]));
      if (op_q == GlobalLoadSshort[6:0]) data_o[lane] = 32'($signed(data_q[0][lane][15:0]));
      lanes_o[lane] = served_q[lane] != '0;
    end
  end

  assign idle_o      = state_q == Idle;
  assign req_valid_o = state_q == Request;
  assign req_o       = req_q;
  assign component_o = component_q;
  assign write_o     = state_q == Write;
  assign vgpr_o      = vgpr_q + 7'(component_q);
  assign exec_o      = exec_q;
  assign done_o      = state_q == Done || (state_q == Write && component_q == last_component);
  assign viol_o      = viol_q;
endmodule
