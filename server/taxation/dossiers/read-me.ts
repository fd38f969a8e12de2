/** The README of an archive, for readers who only have the ZIP. */
export const readMeText = `四流证据档案 / Evidence archive

目录 Contents (one folder per batch)
  1-contract  合同流：服务合同、收款人协议清单   contract, agreements of payees
  2-business  业务流：订单、验收与成果材料       order, acceptance papers, deliverables
  3-money     资金流：资金流水、明细、结算确认函、电子回单   journals, lines, settlement letters, receipts
  4-invoice   发票流：发票、红字发票、完税资料   invoices, red invoices, declared taxes
  5-trail     操作记录：谁在何时做了什么          who did what, and when
  index.csv / index.json  全部文件的 SHA-256 清单  every file with its SHA-256

如何核对 How to check (no program of ours is needed)
  1. 文件未被改动：对 index.json 中每个 path 计算 SHA-256，与 sha256 比较。
     Files: compute the SHA-256 of every "path" of index.json and compare it with "sha256".
       Linux/macOS: sha256sum <file>      Windows: certutil -hashfile <file> SHA256
     source = kept：与入库时的摘要一致；made：生成档案时制作；altered：与入库时不一致，须追查。
     kept: as it was stored. made: made with this archive. altered: differs from what was stored; ask why.
  2. 操作记录未被改动：对 5-trail/trail.json 的每一行，
     hash = SHA-256( previous 的 32 个字节 + text 的 UTF-8 字节 )。
     Trail: of each row of trail.json, hash = SHA-256(the 32 bytes of "previous", then "text" in UTF-8).
     text 中各列以 U+001F 分隔，依次为：链、序号、时刻（微秒）、请求号、用户、身份、中心、单位、模式、IP、
     操作、对象类型、对象编号、结果、详情、终端。
     The columns in "text" are separated by U+001F: chain, seq, moment in microseconds, request, user, kind of user,
     centre, unit, mode, IP, action, kind of thing, its id, outcome, detail, program.
  3. 链：序号相邻（seq+1）的两行，后一行的 previous 等于前一行的 hash；heads 是生成档案时各链的末端。
     其间属于其他业务的行不在档案内，由平台的审计日志与其签名的链头证明。
     Chain: where two rows follow each other (seq + 1), "previous" of the later is "hash" of the earlier. "heads" is where the
     chains ended when this was made. Rows between them belong to others; the platform proves those by its signed heads.
`
