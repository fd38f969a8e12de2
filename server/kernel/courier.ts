/** A message to one person. */
export interface Message {
  readonly to: string
  /** Of a mail; a text message has none. */
  readonly subject?: string
  readonly text: string
  /** What it is about, so that the sandbox can show it where it was asked for. */
  readonly about: string
}

/** Sends messages. A failed message throws, and its job is retried. */
export interface Courier {
  /** What can be sent here; a way that is not set up is not offered. */
  readonly ways: { readonly mail: boolean; readonly sms: boolean }
  /** Delivers nothing: the messages can be read in the demo. */
  readonly isSandbox: boolean
  mail(message: Message): Promise<void>
  sms(message: Message): Promise<void>
}

/** No delivery is configured. */
export const noCourier: Courier = {
  ways: { mail: false, sms: false },
  isSandbox: false,
  mail: () => Promise.reject(new Error('no mail server is set up')),
  sms: () => Promise.reject(new Error('no text messages are set up')),
}
