// More arguments than fit the registers of any call: scalars of four widths, each weighed by its place.
kernel void many_args(global ulong *out,
                      uchar a0, ushort a1, uint a2, ulong a3, uchar a4, ushort a5, uint a6, ulong a7,
                      uchar a8, ushort a9, uint a10, ulong a11, uchar a12, ushort a13, uint a14, ulong a15,
                      uchar a16, ushort a17, uint a18, ulong a19, uchar a20, ushort a21, uint a22, ulong a23,
                      uchar a24, ushort a25, uint a26, ulong a27, uchar a28, ushort a29, uint a30, ulong a31,
                      uchar a32, ushort a33, uint a34, ulong a35, uchar a36, ushort a37, uint a38, ulong a39) {
  ulong sum = 0;
  sum += (ulong)a0 * 1; sum += (ulong)a1 * 3; sum += (ulong)a2 * 5; sum += (ulong)a3 * 7; sum += (ulong)a4 * 9;
  sum += (ulong)a5 * 11; sum += (ulong)a6 * 13; sum += (ulong)a7 * 15; sum += (ulong)a8 * 17; sum += (ulong)a9 *
  19; sum += (ulong)a10 * 21; sum += (ulong)a11 * 23; sum += (ulong)a12 * 25; sum += (ulong)a13 * 27; sum +=
  (ulong)a14 * 29; sum += (ulong)a15 * 31; sum += (ulong)a16 * 33; sum += (ulong)a17 * 35; sum += (ulong)a18 *
  37; sum += (ulong)a19 * 39; sum += (ulong)a20 * 41; sum += (ulong)a21 * 43; sum += (ulong)a22 * 45; sum +=
  (ulong)a23 * 47; sum += (ulong)a24 * 49; sum += (ulong)a25 * 51; sum += (ulong)a26 * 53; sum += (ulong)a27 *
  55; sum += (ulong)a28 * 57; sum += (ulong)a29 * 59; sum += (ulong)a30 * 61; sum += (ulong)a31 * 63; sum +=
  (ulong)a32 * 65; sum += (ulong)a33 * 67; sum += (ulong)a34 * 69; sum += (ulong)a35 * 71; sum += (ulong)a36 *
  73; sum += (ulong)a37 * 75; sum += (ulong)a38 * 77; sum += (ulong)a39 * 79;
  out[get_global_id(0)] = sum + get_global_id(0);
}
