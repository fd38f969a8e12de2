import { custodyWayNames } from '#/api/money/custody.texts.ts'
import { formatDay } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { PreviewButton } from '#/web/parts/files/PreviewButton.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import type { Centre } from './CustodyPage.tsx'
import { texts } from './texts.ts'

export type Proof = NonNullable<Centre['pending']>

/** The agreement of a proof, and the legal opinion where the way needs one. */
export function ProofFacts({ proof }: { readonly proof: Proof }) {
  const say = useText()
  return (
    <Facts
      columns={2}
      rows={[
        { label: say(texts.way), value: say(custodyWayNames[proof.way]) },
        { label: say(texts.validUntil), value: formatDay(proof.validUntil) },
        { label: say(texts.account), value: `${proof.bank} ${proof.accountNo}`, isWide: true },
        { label: say(texts.agreedOn), value: formatDay(proof.agreedOn) },
        { label: say(texts.agreement), value: <PreviewButton size="small" fileId={proof.agreementFileId} /> },
        ...(proof.opinionFileId && proof.opinionOn
          ? [
              { label: say(texts.counsel), value: proof.counsel },
              { label: say(texts.opinionOn), value: formatDay(proof.opinionOn) },
              { label: say(texts.opinion), value: <PreviewButton size="small" fileId={proof.opinionFileId} /> },
            ]
          : []),
        { label: say(texts.createdBy), value: proof.createdBy },
        ...(proof.decidedBy ? [{ label: say(texts.decidedBy), value: proof.decidedBy }] : []),
        ...(proof.answer ? [{ label: say(texts.answer), value: proof.answer, isWide: true }] : []),
      ]}
    />
  )
}
