package dev.plimsoll.bench.packing;

/**
 * What a pod requests.
 *
 * @param devices units of the extended resource that is packed; 0 for a pod that asks for none
 * @param milliCpu thousandths of a CPU
 * @param memory bytes
 */
record PodRequest(long devices, long milliCpu, long memory) {

  /** Rejects negative amounts. */
  public PodRequest {
    if (devices < 0 || milliCpu < 0 || memory < 0) {
      throw new IllegalArgumentException(
          "a request must not be negative, got %d devices, %dm CPU, %d bytes"
              .formatted(devices, milliCpu, memory));
    }
  }
}
