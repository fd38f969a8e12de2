-- The program gives a built-in role each of its rights once and remembers it: what an administrator takes away afterwards stays away, and the role is known by a
-- key that nobody renames.

alter table role add column built_in text unique;

create table role_right_given (
  role_id bigint not null references role on delete cascade,
  permission text not null,
  primary key (role_id, permission)
);

-- A database that has its roles by now was given these at each start: what is missing was taken away. A right of a version in between that never ran here is
-- missing too, and is given by a person.
with known (key, name, permissions) as (values
  ('super', '超级管理员', '{admin3,/dashboard,/persons/centers}'),
  ('platformOperation', '平台运营', '{/dashboard,/persons/centers,zfPtListpt,zfpzList,datacheck,yufukuan,EditRose,EditRoseval,role:edit,syslog,PtUserList,dwEmployeeCheck,user:edit,htList,dzqyList,xyList,ht:make,ht:check,xy:edit,userDwList,unit:edit,userYzPtList,userYzList,yz:edit,gth:edit,user:freeze,ptbiliEdit,partnerList,partner:edit,userMsList,centre:edit,employeeList,hzhbList,hzhb:audit,plain:view,plain:export}'),
  ('platformFinance', '平台财务', '{/dashboard,/persons/centers,zfPtListpt,payZfPt,zf:offline,zfpzList,yufukuan}'),
  ('director', '中心负责人', '{/dashboard,/persons/centers,zfPtListpt,payZfPt,zf:retry,zf:offline,zfpzList,datacheck,user:audit,yufukuan,cz:confirm,userYzSfList,dwEmployeeCheck,user:edit,htList,dzqyList,xyList,ht:make,ht:check,xy:edit,userDwList,unit:edit,userYzPtList,userYzList,yz:edit,gth:edit,user:freeze,employeeList,hzhbList,hzhb:audit,plain:view,plain:export}'),
  ('sales', '营销员/业务员', '{/dashboard,/persons/centers,userDwList,hzhbList}'),
  ('auditor', '中心审核', '{/dashboard,/persons/centers,zfPtListpt,zf:audit,datacheck,user:audit,htList,ht:check,hzhbList,hzhb:audit,userYzPtList,userYzList}'),
  ('centreFinance', '中心财务', '{/dashboard,/persons/centers,zfPtListpt,zf:offline,yufukuan,cz:confirm,zfpzList}'),
  ('unitAdmin', '单位管理员', '{/dashboard,/persons/centers,zfPtList,zf:make,zf:check,zf:retry,zfpzList,yufukuan,cz:apply,payZfPt,zf:pay,employeeDw,user:edit,htList,dzqyList,ht:make,userYzPtList,userYzList,yz:edit}'),
  ('viewer', '单位查询', '{/dashboard,/persons/centers,zfPtList,zfpzList,yufukuan}'),
  ('maker', '单位制单', '{/dashboard,/persons/centers,zfPtList,zf:make,zf:retry,zfpzList,yufukuan,cz:apply,dzqyList,ht:make}'),
  ('checker', '单位复核', '{/dashboard,/persons/centers,zfPtList,zf:check,zfpzList,yufukuan}'),
  ('payer', '单位财务', '{/dashboard,/persons/centers,zfPtList,zf:pay,payZfPt,zfpzList,yufukuan,cz:apply}'),
  ('operator', '经营者', '{/dashboard,/persons/centers,htList,dzqyList}'),
  ('partner', '合作伙伴', '{/dashboard,/persons/centers,hzhbList,htList,dzqyList}')
), marked as (
  update role set built_in = known.key from known where role.name = known.name and role.is_system returning role.id, known.permissions
)
insert into role_right_given select id, unnest(permissions::text[]) from marked;
