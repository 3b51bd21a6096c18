package dev.plimsoll.bench.when;

import java.time.Instant;

/** When will the pod start, asked at an instant after everything that happens in it. */
record Question(String pod, Instant at) {}
