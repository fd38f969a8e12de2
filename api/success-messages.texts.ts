import type { Text } from '#/domain/base/text.ts'

/** Success messages shared by several operations. */
export const successMessages = {
  saved: { zh: '已保存', en: 'Saved', es: 'Guardado', ja: '保存しました' },
  proposed: {
    zh: '已保存；需另一人复核的部分在通过后生效',
    en: 'Saved. Changes that need a second person take effect once approved.',
    es: 'Guardado. Lo que requiere una segunda persona surte efecto al aprobarse.',
    ja: '保存しました。別の担当者の承認が必要な変更は、承認後に有効になります',
  },
  done: { zh: '操作成功', en: 'Done', es: 'Hecho', ja: '完了しました' },
  taken: { zh: '已由您负责', en: 'Assigned to you', es: 'Asignada a usted', ja: '担当になりました' },
  assigned: {
    zh: '{fail, plural, =0 {已分配 {ok} 个} other {成功 {ok} 个，失败 # 个}}',
    en: '{fail, plural, =0 {{ok} assigned} other {{ok} assigned, # failed}}',
    es: '{fail, plural, =0 {{ok} asignadas} other {{ok} asignadas, # fallidas}}',
    ja: '{fail, plural, =0 {{ok} 件を割り当てました} other {成功 {ok} 件、失敗 # 件}}',
  },
  exported: {
    zh: '已导出 {count} 行',
    en: '{count, plural, one {# row} other {# rows}} exported',
    es: '{count, plural, one {# fila exportada} other {# filas exportadas}}',
    ja: '{count} 行を出力しました',
  },
  changed: {
    zh: '已更新 {changed} 行',
    en: '{changed, plural, one {# row} other {# rows}} changed',
    es: '{changed, plural, one {# fila cambiada} other {# filas cambiadas}}',
    ja: '{changed} 行を更新しました',
  },
  linkSent: { zh: '重置链接已发送至 {sentTo}', en: 'The reset link was sent to {sentTo}', es: 'El enlace se envió a {sentTo}', ja: '再設定リンクを {sentTo} に送信しました' },
  newPassword: { zh: '密码已重置', en: 'The password was reset', es: 'Contraseña restablecida', ja: 'パスワードを再設定しました' },
} as const satisfies Record<string, Text>
