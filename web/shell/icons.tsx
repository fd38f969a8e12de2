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
} from '@ant-design/icons'
import type { ReactNode } from 'react'

const icons: Readonly<Record<string, ReactNode>> = {
  home: <HomeOutlined />,
  pay: <PayCircleOutlined />,
  wallet: <WalletOutlined />,
  check: <CheckSquareOutlined />,
  team: <TeamOutlined />,
  audit: <AuditOutlined />,
  receipt: <ProfileOutlined />,
  idcard: <IdcardOutlined />,
  file: <FileTextOutlined />,
  bell: <BellOutlined />,
  setting: <SettingOutlined />,
}

/** The picture of a menu row, by its name in `api/pages.ts`. */
export function iconOf(name: string | undefined): ReactNode {
  return icons[name ?? ''] ?? <FileTextOutlined />
}
