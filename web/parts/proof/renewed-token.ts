import { session } from '#/web/kernel/session.ts'

/** Stores the token that the proof renewed, then continues. */
export const storeRenewedToken =
  (proceed: () => void) =>
  ({ token }: { readonly token: string }): void => {
    if (session.difference() !== 'account') session.setToken(token)
    proceed()
  }
