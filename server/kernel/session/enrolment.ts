import type { Kernel } from '#/server/kernel/kernel.ts'
import type { SignedInUser } from '#/server/kernel/session/session.ts'

/** Returns whether the session may only set up a second factor, because the configured day has come. */
export function mustEnrol({ settings, clock }: Pick<Kernel, 'settings' | 'clock'>, { lacksFactor }: Pick<SignedInUser, 'lacksFactor'>): boolean {
  return lacksFactor && settings.factorFrom !== null && settings.factorFrom <= clock.now()
}
