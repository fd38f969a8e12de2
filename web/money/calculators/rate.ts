/** Returns a rate in percent. */
export const rateText = (ppm: number) => `${Number((ppm / 10_000).toFixed(4))}%`
