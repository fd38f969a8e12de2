import { custodyMethodNames } from '#/api/money/custody.texts.ts'
import { formatDay } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { PreviewButton } from '#/web/parts/files/PreviewButton.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import type { CustodyCentre } from './CustodyPage.tsx'
import { texts } from './texts.ts'

export type CustodyProof = NonNullable<CustodyCentre['pending']>

/** The agreement of a proof, and the legal opinion where the way needs one. */
export function ProofFacts({ proof }: { readonly proof: CustodyProof }) {
  const t = useText()
  return (
    <Facts
      columns={2}
      rows={[
        { label: t(texts.way), value: t(custodyMethodNames[proof.way]) },
        { label: t(texts.validUntil), value: formatDay(proof.validUntil) },
        { label: t(texts.account), value: `${proof.bank} ${proof.accountNo}`, isWide: true },
        { label: t(texts.agreedOn), value: formatDay(proof.agreedOn) },
        { label: t(texts.agreement), value: <PreviewButton size="small" fileId={proof.agreementFileId} /> },
        ...(proof.opinionFileId && proof.opinionOn
          ? [
              { label: t(texts.counsel), value: proof.counsel },
              { label: t(texts.opinionOn), value: formatDay(proof.opinionOn) },
              { label: t(texts.opinion), value: <PreviewButton size="small" fileId={proof.opinionFileId} /> },
            ]
          : []),
        { label: t(texts.createdBy), value: proof.createdBy },
        ...(proof.decidedBy ? [{ label: t(texts.decidedBy), value: proof.decidedBy }] : []),
        ...(proof.answer ? [{ label: t(texts.answer), value: proof.answer, isWide: true }] : []),
      ]}
    />
  )
}
