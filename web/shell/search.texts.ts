/** Texts of the open search, which loads on demand. */
export const searchTexts = {
  searchMenuHint: {
    zh: '页面、命令、批次号、姓名、单位名称，或完整手机号、证件号',
    en: 'Page, command, batch number, name, unit, or a full mobile or ID number',
    es: 'Página, comando, n.º de lote, nombre, empresa o un móvil o documento completo',
    ja: 'ページ・コマンド・バッチ番号・氏名・企業名、または携帯番号・身分証番号の全桁',
  },
  searching: { zh: '正在查找…', en: 'Searching…', es: 'Buscando…', ja: '検索中…' },
  foundPages: { zh: '页面', en: 'Pages', es: 'Páginas', ja: 'ページ' },
  foundBatches: { zh: '支付批次', en: 'Batches', es: 'Lotes', ja: 'バッチ' },
  foundPeople: { zh: '经营者', en: 'Operators', es: 'Operadores', ja: '事業者' },
  foundUnits: { zh: '单位', en: 'Units', es: 'Empresas', ja: '企業' },
  nothingFound: { zh: '没有匹配的结果', en: 'Nothing matches', es: 'No hay resultados', ja: '一致する結果がありません' },
  nothingFoundMore: {
    zh: '换一个关键词；手机号、证件号须完整。清空后查看全部页面。',
    en: 'Try another word; mobile and ID numbers must be complete. Clear the field to see every page.',
    es: 'Pruebe otra palabra; los móviles y documentos deben estar completos. Borre el campo para ver todas las páginas.',
    ja: '別の語をお試しください。携帯番号・身分証番号は全桁を入力してください。空欄にすると全ページが表示されます。',
  },
} as const
