import type { Row } from '#/demo/insert.ts'
import { demoSplits, enterpriseCode } from '#/demo/organisations.ts'
import { partnerTemplateId } from '#/demo/templates.ts'
import { settlementMode } from '#/domain/base/codes.ts'

const { partnerId, partnerCentreId } = demoSplits
const name = '同舟渠道合伙企业'
const creditCode = enterpriseCode('330106', 880_001)

export function partnerRow(at: string): Row<'partner'> {
  return { id: partnerId, code: 'HZ00001', name, credit_code: creditCode, is_active: true, signing_centre_id: partnerCentreId, created_at: at }
}

/** Returns the partner's agreement with its centre. Contracts of units have higher numbers. */
export function agreementRow(centre: { readonly id: number; readonly name: string; readonly code: string }, at: string) {
  const id = 1
  return {
    id,
    no: `HT2025${String(id).padStart(6, '0')}`,
    name: '渠道合作协议',
    kind: 'partner',
    mode: settlementMode.generalContract,
    centre_id: centre.id,
    partner_id: partnerId,
    template_id: partnerTemplateId,
    parties: [
      { party: 'a', type: 'centre', ...centre },
      { party: 'b', type: 'partner', id: partnerId, name, code: creditCode },
    ],
    fields: { region: '浙江省' },
    amount_cap_fen: null,
    sign_state: 'done',
    created_by: 1,
    sent_at: at,
    done_at: at,
    created_at: at,
  }
}
