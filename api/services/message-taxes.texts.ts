import type { Text } from '#/domain/base/text.ts'

/** Messages about tax periods to the staff who declare them, and about declared sales to the operators. */
export const taxMessages = {
  clearingOffered: {
    title: { zh: '{month} 多扣税费 {amount}，请选择', en: '{month}: {amount} of tax was over-withheld. Choose credit or refund', es: '{month}: se retuvieron {amount} de más. Elija crédito o devolución', ja: '{month} 分の過大徴収 {amount}：選択してください' },
    body: {
      zh: '{centre}：请选择抵减以后的税费或退还，有效至 {day}。',
      en: '{centre}: choose a credit against later tax or a refund by {day}.',
      es: '{centre}: elija un crédito para impuestos futuros o la devolución hasta el {day}.',
      ja: '{centre}：{day} までに、以後の税額への充当か返還を選択してください。',
    },
  },
  clearingChosen: {
    title: { zh: '{name} 已选择 {month} 多扣税费的处理方式', en: '{name} chose how to settle the excess tax of {month}', es: '{name} eligió qué hacer con lo retenido de más de {month}', ja: '{name} が {month} 分の過大徴収の扱いを選択しました' },
    body: {
      zh: '{amount}：{choice, select, credit {抵减以后税费} refund {退还} other {不同意}}。',
      en: '{amount}: {choice, select, credit {credit against later tax} refund {refund} other {refused}}.',
      es: '{amount}: {choice, select, credit {crédito para impuestos futuros} refund {devolución} other {rechazo}}.',
      ja: '{amount}：{choice, select, credit {以後の税額に充当} refund {返還} other {不同意}}。',
    },
  },
  clearingDecided: {
    title: { zh: '{month} 多扣税费已复核', en: '{month}: your choice is approved', es: '{month}: su elección está aprobada', ja: '{month} 分の選択が承認されました' },
    body: {
      zh: '{amount}：{choice, select, credit {将在以后付款的税费中抵减} other {将退至您的收款卡}}。',
      en: '{amount}: {choice, select, credit {later payments withhold less tax} other {it is refunded to your card}}.',
      es: '{amount}: {choice, select, credit {se retendrá menos en pagos futuros} other {se devuelve a su tarjeta}}.',
      ja: '{amount}：{choice, select, credit {以後の支払いの税額に充当します} other {登録カードに返還します}}。',
    },
  },
  clearingPaid: {
    title: { zh: '{month} 多扣税费已退还', en: '{month}: excess tax is refunded', es: '{month}: retención de más devuelta', ja: '{month} 分の過大徴収を返還しました' },
    body: { zh: '{day} 退还 {amount}，请查收。', en: '{amount} was refunded on {day}.', es: 'Se devolvieron {amount} el {day}.', ja: '{day} に {amount} を返還しました。' },
  },
  clearingRecovered: {
    title: { zh: '{month} 多退税费已收回', en: '{month}: excess refund paid back', es: '{month}: impuestos reintegrados', ja: '{month} 分の返還超過額を受領しました' },
    body: {
      zh: '{day} 已收到您归还的 {amount}。{isBeyond, select, yes {超出应还的部分归您所有，由运营中心退还或抵减。} other {}}',
      en: 'The centre received {amount} from you on {day}.{isBeyond, select, yes { The part beyond what you owed is yours: a refund or a credit follows.} other {}}',
      es: 'El centro recibió de usted {amount} el {day}.{isBeyond, select, yes { Lo que supera su deuda es suyo: se devuelve o se acredita.} other {}}',
      ja: '{day} に {amount} を受領しました。{isBeyond, select, yes {超過分はあなたのものです。返還または充当します。} other {}}',
    },
  },
  clearingBounced: {
    title: { zh: '{month} 多扣税费的退款被银行退回', en: '{month}: the bank sent the refund back', es: '{month}: el banco rechazó la devolución', ja: '{month} 分の返還は銀行から組み戻されました' },
    body: {
      zh: '{day} 银行退回 {amount}。请核对您的收款卡，运营中心将重新退款。',
      en: 'The bank sent {amount} back on {day}. Check your card; the centre will pay the refund again.',
      es: 'El banco devolvió {amount} el {day}. Revise su tarjeta; el centro pagará de nuevo.',
      ja: '{day} に {amount} が組み戻されました。受取カードをご確認ください。センターが再度返還します。',
    },
  },
  residenceDecided: {
    title: {
      zh: '{name} 的税收居民身份认定{outcome, select, confirmed {已确认} other {被驳回}}',
      en: 'The tax residence of {name} was {outcome, select, confirmed {confirmed} other {rejected}}',
      es: 'Residencia fiscal de {name}: {outcome, select, confirmed {confirmada} other {rechazada}}',
      ja: '{name} の居住者区分の認定は{outcome, select, confirmed {確認されました} other {却下されました}}',
    },
    body: {
      zh: '{outcome, select, confirmed {自 {day} 起为{residence, select, resident {居民个人，可在平台收款} other {非居民个人，平台不能付款，由付款单位在平台外付款并扣缴}}。} other {原因：{reason}。}}',
      en: '{outcome, select, confirmed {From {day}: {residence, select, resident {resident, can be paid here} other {non-resident, cannot be paid here; the unit pays outside the platform and withholds}}.} other {Reason: {reason}.}}',
      es: '{outcome, select, confirmed {Desde el {day}: {residence, select, resident {residente, se le paga aquí} other {no residente; la empresa paga fuera y retiene}}.} other {Motivo: {reason}.}}',
      ja: '{outcome, select, confirmed {{day} から{residence, select, resident {居住者。本プラットフォームで受け取れます} other {非居住者。企業が別途支払い、源泉徴収します}}。} other {理由：{reason}。}}',
    },
  },
  custodyDecided: {
    title: {
      zh: '资金存管证明{outcome, select, confirmed {已确认} other {被驳回}}',
      en: 'The proof of custody was {outcome, select, confirmed {confirmed} other {rejected}}',
      es: 'Prueba de custodia: {outcome, select, confirmed {confirmada} other {rechazada}}',
      ja: '資金保管の証明は{outcome, select, confirmed {確認されました} other {却下されました}}',
    },
    body: {
      zh: '{outcome, select, confirmed {有效期至 {day}。} other {原因：{reason}。请补充后重新提交。}}',
      en: '{outcome, select, confirmed {It is valid until {day}.} other {Reason: {reason}. Complete it and submit it again.}}',
      es: '{outcome, select, confirmed {Vigente hasta el {day}.} other {Motivo: {reason}. Complétela y preséntela de nuevo.}}',
      ja: '{outcome, select, confirmed {有効期限は {day} です。} other {理由：{reason}。不足を補って再提出してください。}}',
    },
  },
  otherSaleConfirmed: {
    title: { zh: '{month} 其他平台销售额已确认', en: '{month}: your other sales are confirmed', es: '{month}: sus otras ventas están confirmadas', ja: '{month} 分の他の売上を確認しました' },
    body: {
      zh: '申报金额 {amount}（含税）。按现行税务政策计入增值税月起征点；如有差错，请再次申报该月。',
      en: 'You declared {amount} with VAT. It counts towards the monthly threshold under the tax policy. If the amount is wrong, declare the month again.',
      es: 'Declaró {amount} con IVA. Cuenta para el umbral mensual según la normativa. Si hay un error, declare el mes de nuevo.',
      ja: '申告額 {amount}（税込）。現行の税務規定に従い月次免税点に算入します。誤りがあれば当月を再申告してください。',
    },
  },
  otherSaleRejected: {
    title: { zh: '{month} 其他平台销售额未通过核对', en: '{month}: your other sales were not accepted', es: '{month}: sus otras ventas no se aceptaron', ja: '{month} 分の他の売上は差し戻されました' },
    body: {
      zh: '申报金额 {amount}。原因：{reason}。请补充证明后再次申报。',
      en: 'You declared {amount}. Reason: {reason}. Declare the month again with the evidence.',
      es: 'Declaró {amount}. Motivo: {reason}. Declare el mes de nuevo con el justificante.',
      ja: '申告額 {amount}。理由：{reason}。証明書類を添えて再申告してください。',
    },
  },
  taxDue: {
    title: { zh: '{month} 报税截止 {day}', en: '{month}: taxes are due on {day}', es: '{month}: los impuestos vencen el {day}', ja: '{month} 分の申告期限は {day}' },
    body: {
      zh: '{centre}：{days, plural, =0 {今天截止} other {还剩 # 天}}，请完成申报和缴款。',
      en: '{centre}: {days, plural, =0 {due today} one {# day left} other {# days left}}. Declare and pay on time.',
      es: '{centre}: {days, plural, =0 {vence hoy} one {queda # día} other {quedan # días}}. Declare y pague a tiempo.',
      ja: '{centre}：{days, plural, =0 {本日が期限} other {残り # 日}}です。申告と納付を済ませてください。',
    },
  },
  taxOverdue: {
    title: { zh: '{month} 报税已逾期', en: '{month}: taxes are overdue', es: '{month}: los impuestos están vencidos', ja: '{month} 分の申告が期限超過' },
    body: {
      zh: '{centre}：截止日 {day}，已逾期 {days, plural, other {# 天}}，每日加收滞纳金，请立即申报和缴款。',
      en: '{centre}: due on {day}, {days, plural, one {# day} other {# days}} late, with a late-payment surcharge for each day. Declare and pay at once.',
      es: '{centre}: venció el {day}, {days, plural, one {# día} other {# días}} de retraso, con recargo diario por pago tardío. Declare y pague de inmediato.',
      ja: '{centre}：期限 {day}、{days, plural, other {# 日}}超過。延滞金が日々加算されます。直ちに申告・納付してください。',
    },
  },
  taxPaymentToConfirm: {
    title: {
      zh: '{month} {isReversal, select, yes {缴款冲销} other {缴款}}待复核',
      en: '{month}: {isReversal, select, yes {a reversal} other {a payment}} awaits approval',
      es: '{month}: {isReversal, select, yes {una anulación} other {un pago}} por aprobar',
      ja: '{month} 分の{isReversal, select, yes {納付取消} other {納付}}は承認待ち',
    },
    body: {
      zh: '{centre}：金额 {amount}，请核对缴款凭证后确认或退回。',
      en: '{centre}: {amount}. Compare the amount with the voucher, then approve or decline the payment.',
      es: '{centre}: {amount}. Compare el importe con el comprobante y apruebe o rechace el pago.',
      ja: '{centre}：{amount}。納付証憑と照合のうえ、承認または差戻してください。',
    },
  },
  correctionNeeded: {
    title: { zh: '{month} 需要更正申报', en: '{month} must be corrected', es: '{month} debe rectificarse', ja: '{month} 分は修正申告が必要' },
    body: {
      zh: '{centre}：申报后有 {count} 人的付款退汇，请在 {day} 前更正 {month} 的申报。',
      en: '{centre}: payments of {count, plural, one {# person} other {# people}} were returned after the declaration. Correct {month} by {day}.',
      es: '{centre}: tras la declaración se devolvieron pagos de {count, plural, one {# persona} other {# personas}}. Rectifique {month} antes del {day}.',
      ja: '{centre}：申告後に {count} 名分の支払いが組戻しになりました。{day} までに {month} 分を修正申告してください。',
    },
  },
  correctionDue: {
    title: { zh: '{month} 更正申报截止 {day}', en: '{month}: the correction is due on {day}', es: '{month}: la rectificación vence el {day}', ja: '{month} 分の修正申告期限は {day}' },
    body: {
      zh: '{centre}：{days, plural, =0 {今天截止} other {还剩 # 天}}，请完成更正申报。',
      en: '{centre}: {days, plural, =0 {due today} one {# day left} other {# days left}}. Declare the correction in time.',
      es: '{centre}: {days, plural, =0 {vence hoy} one {queda # día} other {quedan # días}}. Presente la rectificación a tiempo.',
      ja: '{centre}：{days, plural, =0 {本日が期限} other {残り # 日}}です。修正申告を済ませてください。',
    },
  },
  correctionOverdue: {
    title: { zh: '{month} 更正申报已逾期', en: '{month}: the correction is overdue', es: '{month}: la rectificación está vencida', ja: '{month} 分の修正申告が期限超過' },
    body: {
      zh: '{centre}：截止日 {day}，已逾期 {days, plural, other {# 天}}，请立即更正申报，否则后续月份的累计数不一致。',
      en: '{centre}: due on {day}, {days, plural, one {# day} other {# days}} late. Declare the correction at once: later months build on its cumulative figures.',
      es: '{centre}: venció el {day}, {days, plural, one {# día} other {# días}} de retraso. Rectifique de inmediato: los meses siguientes continúan sus cifras acumuladas.',
      ja: '{centre}：期限 {day}、{days, plural, other {# 日}}超過。以後の月の累計に影響するため、直ちに修正申告してください。',
    },
  },
  lawEnding: {
    title: {
      zh: '税务政策{isOver, select, yes {已于 {day} 到期} other {将于 {day} 到期}}',
      en: 'The tax policy {isOver, select, yes {expired on {day}} other {expires on {day}}}',
      es: 'La normativa fiscal {isOver, select, yes {venció el {day}} other {vence el {day}}}',
      ja: '税務規定は {day} に{isOver, select, yes {終了しました} other {終了します}}',
    },
    body: {
      zh: '此后没有适用的税务政策，所有单位不能试算和支付。请平台财税人员在“税务政策”页面发布后续政策，由另一人核对。',
      en: 'No policy follows: after that date nothing can be calculated or paid. The platform’s tax staff must publish the next policy on the Tax policies page, and a second person checks it.',
      es: 'Ninguna la sigue: después de ese día no se puede calcular ni pagar. El personal fiscal de la plataforma debe publicar la siguiente en la página «Normativa fiscal»; otra persona la comprueba.',
      ja: '後続の規定がないため、それ以降は計算も支払いもできません。プラットフォームの税務担当者が「税務規定」ページで次の規定を公開し、別の担当者が確認してください。',
    },
  },
  filingNear: {
    title: { zh: '{name} {quarter} 销售额接近起征点', en: '{name}: sales of {quarter} are near the VAT threshold', es: '{name}: las ventas de {quarter} se acercan al umbral del IVA', ja: '{name} {quarter} の売上が免税点に接近' },
    body: {
      zh: '本季收款 {sales}（含税）。不含税销售额达到 {threshold} 起，须就全部销售额缴纳增值税。',
      en: 'Received this quarter: {sales} including VAT. From {threshold} excluding VAT, all sales are taxed.',
      es: 'Cobrado este trimestre: {sales}, IVA incluido. Desde ventas de {threshold} sin IVA, tributan todas.',
      ja: '当四半期の受取額 {sales}（税込）。税抜売上が {threshold} に達すると全額が課税対象です。',
    },
  },
  filingReached: {
    title: { zh: '{name} {quarter} 销售额已达起征点', en: '{name}: sales of {quarter} reached the VAT threshold', es: '{name}: las ventas de {quarter} alcanzaron el umbral del IVA', ja: '{name} {quarter} の売上が免税点に到達' },
    body: {
      zh: '本季收款 {sales}（含税），不含税销售额已达 {threshold}，须就全部销售额申报缴纳增值税。',
      en: 'Received this quarter: {sales} including VAT. Sales excluding VAT reached {threshold}: VAT is due on all of them.',
      es: 'Cobrado este trimestre: {sales}, IVA incluido. Las ventas sin IVA alcanzaron {threshold}: se debe IVA por todas.',
      ja: '当四半期の受取額 {sales}（税込）。税抜売上が {threshold} に達したため、全額に増値税がかかります。',
    },
  },
  platformDue: {
    title: { zh: '{quarter} 平台涉税信息报送截止 {day}', en: '{quarter}: the platform report is due on {day}', es: '{quarter}: el informe de plataforma vence el {day}', ja: '{quarter} のプラットフォーム報告期限は {day}' },
    body: {
      zh: '{centre}：{days, plural, =0 {今天截止} other {还剩 # 天}}，请完成报送并登记回执。',
      en: '{centre}: {days, plural, =0 {due today} one {# day left} other {# days left}}. Submit the report and register the receipt.',
      es: '{centre}: {days, plural, =0 {vence hoy} one {queda # día} other {quedan # días}}. Presente y registre el justificante.',
      ja: '{centre}：{days, plural, =0 {本日が期限} other {残り # 日}}です。報告し受付を登録してください。',
    },
  },
  platformOverdue: {
    title: { zh: '{quarter} 平台涉税信息报送已逾期', en: '{quarter}: the platform report is overdue', es: '{quarter}: el informe de plataforma está vencido', ja: '{quarter} のプラットフォーム報告が期限超過' },
    body: {
      zh: '{centre}：截止日 {day}，已逾期 {days, plural, other {# 天}}，请立即报送并登记回执。',
      en: '{centre}: due on {day}, {days, plural, one {# day} other {# days}} late. Submit the report and register the receipt at once.',
      es: '{centre}: venció el {day}, {days, plural, one {# día} other {# días}} de retraso. Presente y registre el justificante de inmediato.',
      ja: '{centre}：期限 {day}、{days, plural, other {# 日}}超過。直ちに報告し受付を登録してください。',
    },
  },
  taxToConfirm: {
    title: { zh: '{month} 已关账，请核对', en: '{month} was closed: please confirm', es: '{month} se cerró: confirme', ja: '{month} が締められました。確認してください' },
    body: { zh: '{centre}，关账人 {name}。', en: '{centre}; closed by {name}.', es: '{centre}; lo cerró {name}.', ja: '{centre}、締め担当 {name}。' },
  },
} as const satisfies Record<string, Readonly<Record<'title' | 'body', Text>>>
