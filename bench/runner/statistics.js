/** What is reported of a series of samples. */
export function summarize(samples) {
  const sorted = [...samples].sort((a, b) => a - b);
  return {
    median: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
    fastest: sorted[0],
    samples: sorted.length,
  };
}

/** The entry of the report for samples of a contender and of the limit, ms. */
export function timesOf(own, limit, facts) {
  const { median, ...rest } = summarize(own);
  return { facts, unit: 'ms', value: median, ...rest, limit: summarize(limit).median };
}

function quantile(sorted, q) {
  const place = (sorted.length - 1) * q;
  const low = Math.floor(place);
  const high = Math.ceil(place);
  return sorted[low] + (sorted[high] - sorted[low]) * (place - low);
}

/** The exponent k of t ~ n^k through the points `[n, t]`, by least squares of the logarithms; `undefined` with one point. */
export function growthExponent(points) {
  if (points.length < 2) return undefined;
  const logs = points.map(([n, time]) => [Math.log(n), Math.log(time)]);
  const mean = (index) => logs.reduce((sum, point) => sum + point[index], 0) / logs.length;
  const [meanN, meanTime] = [mean(0), mean(1)];
  let covariance = 0;
  let variance = 0;
  for (const [n, time] of logs) {
    covariance += (n - meanN) * (time - meanTime);
    variance += (n - meanN) ** 2;
  }
  return covariance / variance;
}
