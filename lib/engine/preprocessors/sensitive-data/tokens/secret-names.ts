import { wordsOfName } from '@/lib/engine/preprocessors/sensitive-data/finding';

/**
 * The kind of value that a name announces: chosen by a person, or drawn at random. With
 * `some-`, the name has other meanings too: `clave` is also the key of a table, as `WEATHER_KEY` can be.
 */
export type SecretKind = 'password' | 'some-password' | 'key' | 'some-key';

const passwordWords = new Set(
  'password passwort passwd passphrase passwrd pwd pass pw psw kennwort passcode mdp motdepasse contraseña contrasena contrasenya senha palavrapasse palavrachave parola passe clave pin パスワード 暗証番号'.split(
    ' ',
  ),
);
/** The names that also mean something else. */
const ambiguous = new Set(['pin', 'pw', 'passe', 'clave', 'chiave', 'parola']);
const keyWords = new Set(
  'secret token apikey apitoken authtoken accesstoken secretkey privatekey accesskey credential credentials cookie sessionid sessid phpsessid jsessionid geheimnis geheimschlüssel segredo segreto jeton トークン シークレット apiキー'.split(
    ' ',
  ),
);
/** `key` in French, Italian and Portuguese. */
const keyInOtherLanguages = new Set(['cle', 'clé', 'clave', 'chiave', 'chave']);

/** Words that make a `key` a secret. */
const beforeKey = new Set(
  'api access secret private auth encryption signing master account storage service license admin app shared deploy jwt session hmac webhook server crypto decryption consumer application write ingest integration'.split(
    ' ',
  ),
);
/** Words that make a `key` that of a table, a cache, a file, a map, or a keyboard. */
const beforeHarmlessKey = new Set(
  'primary foreign unique natural composite partition sort range row column table index hash cache lookup object file image video asset upload document attachment bucket s3 path map dict dictionary entry item group cluster dedupe deduplication query search filter config setting settings registry translation i18n locale message label name title event state route routing ordering shard join react schema sequence socket ssh gpg pgp host verify verification verifying hot shortcut arrow enter return escape modifier meta any each every this that other same new last first next by of to in'.split(
    ' ',
  ),
);
/** Suffixes of a name: `SECRET_KEY_BASE`, `passwordProd`. */
const suffixes = new Set(
  'base value string prod production dev staging live test default old new current previous root admin user db primary secondary backup plain temp 1 2 3 raw'.split(
    ' ',
  ),
);
/** Words that make a token or key public. */
const harmless = new Set(
  'public publishable csrf xsrf authenticity page next continuation cursor anon site device type min max num total used count prompt completion input output cancellation cancel sort stop start end idempotency forgot reset confirm show hide toggle is has no'.split(
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
  const words = wordsOfName(name);
  while (words.length > 1 && suffixes.has(words.at(-1) as string)) words.pop();
  const last = words.at(-1) ?? '';
  const spoken = phrase.exec(`${before}${name}`)?.groups;
  if (spoken?.password) return 'password';
  if (words.some((word) => harmless.has(word))) return null;
  if (spoken?.key) return 'key';
  if (passwordWords.has(last) || /(?:password|passwd|passphrase|passwort)$/.test(last))
    return last !== 'pin' || words.length > 1 ? (ambiguous.has(last) ? 'some-password' : 'password') : null;
  const previous = words.at(-2) ?? '';
  // The header, whose value is a list of several.
  if (last === 'cookie' && (words.length === 1 || previous === 'set')) return null;
  if (keyWords.has(last) || /(?:apikey|secretkey|authtoken|accesstoken)$/.test(last)) return 'key';
  if (last === 'key' && words.some((word) => beforeKey.has(word)) && previous !== 'foreign') return 'key';
  if (last === 'key' && words.length > 1 && !words.some((word) => beforeHarmlessKey.has(word)))
    return 'some-key';
  if (last === 'sid' && (words.length === 1 || previous === 'connect')) return 'key';
  if (last === 'id' && (previous === 'session' || previous === 'sess')) return 'key';
  if (last === 'api' && keyInOtherLanguages.has(previous)) return 'key';
  if (keyInOtherLanguages.has(last) || /schl(?:ü|ue)ssel$/.test(last)) return 'key';
  if (last === 'authorization' || (last === 'auth' && words.length > 1)) return 'key';
  return null;
}
