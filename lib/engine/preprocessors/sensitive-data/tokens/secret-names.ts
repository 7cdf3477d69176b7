/** What a name says about the value that is assigned to it: chosen by a person, or drawn at random. */
export type SecretKind = 'password' | 'key';

const passwordWords = new Set(
  'password passwort passwd passphrase passwrd pwd pass pw psw kennwort passcode mdp motdepasse contraseña contrasena contrasenya senha palavrapasse palavrachave parola passe clave pin パスワード 暗証番号'.split(
    ' ',
  ),
);
const keyWords = new Set(
  'secret token apikey apitoken authtoken accesstoken secretkey privatekey accesskey credential credentials geheimnis geheimschlüssel segredo segreto jeton トークン シークレット apiキー'.split(
    ' ',
  ),
);
/** What makes a `key` a secret one. */
/** `key` in French, Italian and Portuguese. */
const keyInOtherLanguages = new Set(['cle', 'clé', 'clave', 'chiave', 'chave']);

const beforeKey = new Set(
  'api access secret private auth encryption signing master account storage service license admin app shared deploy jwt session hmac webhook server crypto decryption consumer application write ingest integration'.split(
    ' ',
  ),
);
/** What a name ends with beside its subject: `SECRET_KEY_BASE`, `passwordProd`. */
const suffixes = new Set(
  'base value string prod production dev staging live test default old new current previous root admin user db primary secondary backup plain temp 1 2 3 raw'.split(
    ' ',
  ),
);
/** What makes a token or key no secret. */
const harmless = new Set(
  'public publishable csrf xsrf page next continuation cursor anon site device type min max num total used count prompt completion input output cancellation cancel sort stop start end idempotency forgot reset confirm show hide toggle is has no'.split(
    ' ',
  ),
);

const phrase =
  /(?:^|[^\p{L}])(?:(?<password>mot de passe|palavra[- ]passe|código de acceso)|(?<key>(?:api|access|secret|private|license|signing|webhook|auth|account|encryption)[ -]?key|(?:api|access|auth|bearer|bot|client)[ -](?:token|secret)|api[- ]?schlüssel|cl[ée] (?:secrète|privée|(?:d['’e] ?)?(?:api|accès))|clave (?:de |del )?(?:api|acceso|secreta)|chiave (?:api|segreta|di accesso)|chave (?:de |da )?(?:api|acesso|secreta)|api ?キー|アクセスキー))$/iu;

/**
 * The kind of secret that a name announces, or null for any other name. `before` is the text in front of the name, for
 * names of several words.
 */
export function kindOfName(name: string, before: string): SecretKind | null {
  const words = wordsOf(name);
  while (words.length > 1 && suffixes.has(words.at(-1) as string)) words.pop();
  const last = words.at(-1) ?? '';
  const spoken = phrase.exec(`${before}${name}`)?.groups;
  if (spoken?.password) return 'password';
  if (words.some((word) => harmless.has(word))) return null;
  if (spoken?.key) return 'key';
  if (passwordWords.has(last) || /(?:password|passwd|passphrase|passwort)$/.test(last))
    return last === 'pin' && words.length === 1 ? null : 'password';
  if (keyWords.has(last) || /(?:apikey|secretkey|authtoken|accesstoken)$/.test(last)) return 'key';
  const previous = words.at(-2) ?? '';
  if (last === 'key' && words.some((word) => beforeKey.has(word)) && previous !== 'foreign') return 'key';
  if (last === 'api' && keyInOtherLanguages.has(previous)) return 'key';
  if (keyInOtherLanguages.has(last) || /schl(?:ü|ue)ssel$/.test(last)) return 'key';
  if (last === 'authorization' || (last === 'auth' && words.length > 1)) return 'key';
  return null;
}

function wordsOf(name: string): string[] {
  return name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/(\D)(\d{1,2})$/, '$1 $2')
    .toLowerCase()
    .split(/[\s_.:-]+/)
    .filter(Boolean);
}
