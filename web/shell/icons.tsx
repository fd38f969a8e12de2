import type { ReactNode } from 'react'
import { Icon } from '#/web/ui/Icon.tsx'
import {
  AuditOutlined,
  BellOutlined,
  CheckSquareOutlined,
  FileTextOutlined,
  HomeOutlined,
  IdcardOutlined,
  PayCircleOutlined,
  ProfileOutlined,
  SettingOutlined,
  TeamOutlined,
  WalletOutlined,
} from '#/web/ui/icons.ts'

const icons: Readonly<Record<string, ReactNode>> = {
  home: <Icon of={HomeOutlined} />,
  pay: <Icon of={PayCircleOutlined} />,
  wallet: <Icon of={WalletOutlined} />,
  check: <Icon of={CheckSquareOutlined} />,
  team: <Icon of={TeamOutlined} />,
  audit: <Icon of={AuditOutlined} />,
  receipt: <Icon of={ProfileOutlined} />,
  idcard: <Icon of={IdcardOutlined} />,
  file: <Icon of={FileTextOutlined} />,
  bell: <Icon of={BellOutlined} />,
  setting: <Icon of={SettingOutlined} />,
}

/** Returns the icon of a menu row by its name in `api/pages.ts`. */
export function iconOf(name: string | undefined): ReactNode {
  return icons[name ?? ''] ?? <Icon of={FileTextOutlined} />
}
