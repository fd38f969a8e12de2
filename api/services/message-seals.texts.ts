import type { Text } from '#/domain/base/text.ts'

/** Messages about sealing certificates, and about contracts that await one. */
export const sealMessages = {
  certificateEnding: {
    title: {
      zh: '{place, select, platform {平台} other {{centre}}}的签章证书将于 {day} 到期',
      en: 'The sealing certificate of {place, select, platform {the platform} other {{centre}}} expires on {day}',
      es: 'El certificado de sello de {place, select, platform {la plataforma} other {{centre}}} caduca el {day}',
      ja: '{place, select, platform {プラットフォーム} other {{centre}}}の署名証明書は {day} に期限切れになります',
    },
    body: { zh: '请提前上传新证书；到期后合同停止盖章。', en: 'Upload the next one in time. After that date contracts cannot be sealed.', es: 'Suba el nuevo a tiempo: después de ese día no se sella ningún contrato.', ja: '期限前に新しい証明書を登録してください。期限後は契約に押印できません。' },
  },
  sealWaits: {
    title: {
      zh: '合同待盖章：{place, select, platform {平台} other {{centre}}}{fault, select, expired {的签章证书已过期} other {没有签章证书}}',
      en: 'Contracts await the seal: {fault, select, expired {the certificate of {place, select, platform {the platform} other {{centre}}} has expired} other {{place, select, platform {the platform} other {{centre}}} has no certificate}}',
      es: 'Contratos a la espera del sello: {fault, select, expired {el certificado de {place, select, platform {la plataforma} other {{centre}}} ha caducado} other {{place, select, platform {la plataforma} other {{centre}}} no tiene certificado}}',
      ja: '押印待ちの契約があります：{place, select, platform {プラットフォーム} other {{centre}}}{fault, select, expired {の署名証明書が期限切れです} other {に署名証明書がありません}}',
    },
    body: {
      zh: '已签署的合同保持有效，其余待平台上传新证书后自动盖章。',
      en: 'Contracts already sealed stay valid. The others are sealed automatically once the platform adds a new certificate.',
      es: 'Los contratos ya sellados siguen siendo válidos. Los demás se sellarán solos cuando la plataforma añada un certificado nuevo.',
      ja: '押印済みの契約は有効です。残りはプラットフォームが新しい証明書を登録すると自動で押印されます。',
    },
  },
} as const satisfies Record<string, { readonly title: Text; readonly body: Text }>
