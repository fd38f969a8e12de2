import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { ConfirmOrRejectDialog } from '#/web/parts/review/ConfirmOrRejectDialog.tsx'
import { type CustodyProof, ProofFacts } from './ProofFacts.tsx'
import { texts } from './texts.ts'

/** Confirms or rejects a proof. A rejection needs a reason. */
export function DecideDialog({ name, proof, onClose }: { readonly name: string; readonly proof: CustodyProof; readonly onClose: () => void }) {
  const t = useText()
  const decide = useSubmit(api.custody.decide, { onDone: onClose })
  return (
    <ConfirmOrRejectDialog
      title={t(texts.decideTitle, { name })}
      confirmText={t(texts.confirm)}
      onDecide={(decision) => void decide.submit({ custodyProofId: proof.id, ...decision })}
      onClose={onClose}
      submission={decide}
    >
      <ProofFacts proof={proof} />
    </ConfirmOrRejectDialog>
  )
}
