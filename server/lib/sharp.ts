// libvips ends a thread that was idle for 15.5 seconds. A picture that arrives at that moment is lost: the call never
// returns and blocks one of Node's four background threads. With a fixed number of threads, none ends. libvips reads the
// setting while it loads.
process.env.VIPS_MAX_THREADS ??= '16'

export const { default: sharp } = await import('sharp')
export type { Sharp } from 'sharp'
