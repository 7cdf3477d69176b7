export {
  receiveProbe as DELETE,
  receiveProbe as GET,
  receiveProbe as HEAD,
  receiveProbe as OPTIONS,
  receiveProbe as PATCH,
  receiveProbe as POST,
  receiveProbe as PUT,
} from '@/lib/server/starting/health';
