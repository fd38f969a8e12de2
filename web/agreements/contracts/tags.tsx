import { effectNames, sealFaultNames, signStateNames, sourceNames } from '#/api/agreements/contracts.texts.ts'
import type { api, OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { StatusTag, stateTag } from '#/web/ui/StatusTag.tsx'

export type Contract = OutputOf<typeof api.contracts.list>['rows'][number]
export type ContractDetail = OutputOf<typeof api.contracts.get>

export const StateTag = stateTag(signStateNames, {
  draft: 'grey',
  signing: 'blue',
  done: 'green',
  refused: 'red',
  expired: 'grey',
  revoked: 'grey',
  terminating: 'gold',
  terminated: 'grey',
})

/** The state of the signing, or the reason why a fully signed contract cannot be sealed. */
export function SigningTag({ row }: { readonly row: Pick<Contract, 'state' | 'sealFault' | 'source'> }) {
  const t = useText()
  // Imported contracts were never signed here.
  if (row.source === 'moved' && row.state === 'done') return <StatusTag tone="blue">{t(sourceNames.moved)}</StatusTag>
  if (row.state !== 'signing' || row.sealFault === null) return <StateTag state={row.state} />
  return <StatusTag tone="red">{t(sealFaultNames[row.sealFault])}</StatusTag>
}

const effectTones = { early: 'gold', current: 'green', over: 'grey' } as const

export function EffectTag({ effect }: { readonly effect: Contract['effect'] }) {
  const t = useText()
  return effect === null ? <span className="k-muted">—</span> : <StatusTag tone={effectTones[effect]}>{t(effectNames[effect])}</StatusTag>
}
