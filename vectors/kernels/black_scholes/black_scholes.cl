// European options. The normal distribution is a polynomial (Abramowitz and Stegun, 26.2.17).
float normal(float d) {
  float k = 1.0f / (1.0f + 0.2316419f * fabs(d));
  float tail = 0.39894228f * exp(-0.5f * d * d) *
               (k * (0.31938153f + k * (-0.35656378f + k * (1.78147794f + k * (-1.82125598f + k * 1.33027443f)))));
  return d > 0 ? 1.0f - tail : tail;
}

kernel void black_scholes(global float *calls, global float *puts, global const float *price,
                          global const float *strike, global const float *years, float rate, float volatility) {
  uint i = get_global_id(0);
  float s = price[i], x = strike[i], t = years[i];
  float spread = volatility * sqrt(t);
  float d1 = (log(s / x) + (rate + 0.5f * volatility * volatility) * t) / spread;
  float d2 = d1 - spread;
  float now = x * exp(-rate * t);
  calls[i] = s * normal(d1) - now * normal(d2);
  puts[i] = now * normal(-d2) - s * normal(-d1);
}
