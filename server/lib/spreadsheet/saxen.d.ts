declare module 'saxen' {
  type Attributes = Readonly<Record<string, string | undefined>>

  export class Parser {
    on(event: 'openTag', listener: (name: string, attributes: () => Attributes | false) => void): this
    on(event: 'closeTag', listener: (name: string) => void): this
    on(event: 'text' | 'cdata' | 'attention', listener: (value: string) => void): this
    on(event: 'error', listener: (error: Error) => void): this
    write(xml: string): this
    end(): void
  }
}
