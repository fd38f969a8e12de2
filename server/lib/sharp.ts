// libvips ends a thread that was idle for 15.5 seconds, and loses a picture that it hands over at that moment: the call
// never returns and blocks one of Node's four background threads. With a fixed number of threads, none ends. libvips
// reads the setting while it loads.
process.env.VIPS_MAX_THREADS ??= '16'

export const { default: sharp } = await import('sharp')
export type { Sharp } from 'sharp'
