import { startAuthentication, startRegistration } from '@simplewebauthn/browser'

/** Creates a passkey with the options of the server, and returns the answer as JSON. Rejects when the user cancels. */
export async function createPasskey(options: string): Promise<string> {
  return JSON.stringify(await startRegistration({ optionsJSON: JSON.parse(options) as Parameters<typeof startRegistration>[0]['optionsJSON'] }))
}

/** Uses a passkey with the options of the server, and returns the answer as JSON. Rejects when the user cancels. */
export async function createAssertion(options: string): Promise<string> {
  return JSON.stringify(await startAuthentication({ optionsJSON: JSON.parse(options) as Parameters<typeof startAuthentication>[0]['optionsJSON'] }))
}
