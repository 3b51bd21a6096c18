package dev.plimsoll.bench.extender;

import java.util.ArrayList;
import java.util.List;

/** Calls several endpoints in turn, so that whatever else the machine does slows all alike. */
final class InterleavedCalls {
  private record Endpoint(HttpCaller caller, String path) {}

  private final byte[][] calls;
  private final List<Endpoint> endpoints = new ArrayList<>();

  InterleavedCalls(byte[][] calls) {
    this.calls = calls;
  }

  void add(HttpCaller httpCaller, String path) {
    endpoints.add(new Endpoint(httpCaller, path));
  }

  /** Makes so many rounds; returns each endpoint's latency. */
  Latency[] run(int warmUp, int counted) throws Exception {
    long[][] took = new long[endpoints.size()][warmUp + counted];
    for (int round = 0; round < warmUp + counted; round++) {
      for (int i = 0; i < took.length; i++) {
        Endpoint endpoint = endpoints.get(i);
        long start = System.nanoTime();
        byte[] answer = endpoint.caller().post(endpoint.path(), calls[round % calls.length]);
        took[i][round] = System.nanoTime() - start + (answer.length == 0 ? 1 : 0);
      }
    }
    Latency[] all = new Latency[took.length];
    for (int i = 0; i < took.length; i++) {
      long[] one = took[i];
      all[i] = Latency.of(warmUp, counted, round -> one[round]);
    }
    return all;
  }
}
