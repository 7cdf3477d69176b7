'use client';
import { useSyncExternalStore } from 'react';
import { readTimes, subscribeTimes, type Times } from '@/lib/format/stored-choice';

const onServer = (): Times => 'utc';

/** In which time zone moments are shown; the component that uses it follows the person's choice at once. */
export const useTimes = (): Times => useSyncExternalStore(subscribeTimes, readTimes, onServer);
