-- Comments of columns name no source file, because files move.
comment on column operator.id_kind is 'kind of the identity document';
comment on column einvoice_channel.settings_sealed is 'Address, key and time-out as one sealed text. The kind defines them.';
comment on column gateway.settings_sealed is 'Address, key, prices and limits as one sealed text. The kind defines them.';
