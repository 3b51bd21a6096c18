package dev.plimsoll.bench.packing;

/**
 * What a pod asks for.
 *
 * @param device which of the cluster's kinds of devices, counted from 0; any for one without
 * @param request how much of it, and of CPU and memory
 */
record Task(int device, PodRequest request) {

  /** How much of a kind of device it asks for. */
  long devices(int kind) {
    return kind == device ? request.devices() : 0;
  }
}
