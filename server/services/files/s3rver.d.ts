declare module 's3rver' {
  /** An in-process S3 server, for tests. */
  export default class S3rver {
    constructor(options: { port: number; address: string; silent: boolean; directory: string; configureBuckets: { name: string }[] })
    run(): Promise<{ readonly port: number }>
    close(): Promise<void>
  }
}
