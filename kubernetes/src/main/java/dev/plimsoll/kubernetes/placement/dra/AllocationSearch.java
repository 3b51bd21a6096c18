package dev.plimsoll.kubernetes.placement.dra;

import dev.plimsoll.kubernetes.object.Node;
import java.util.List;

/**
 * Searches one node for devices that meet all requests of some claims. It tries claim after claim,
 * and for each request the candidates in the order of pools, slices and devices. The first whole
 * solution is taken.
 *
 * <p>Source: {@code allocateOne} in {@code
 * staging/src/k8s.io/dynamic-resource-allocation/structured/internal/incubating/allocator_incubating.go}.
 */
final class AllocationSearch {
  /** How many devices a claim may get. */
  static final int MAX_RESULTS = 32;

  /**
   * The most steps of a search. The number of steps that kube-scheduler manages in its ten seconds
   * is unknown; these take less time here.
   */
  private static final int MAX_STEPS = 1_000_000;

  /** The outcome of a step. */
  private enum Outcome {
    DONE,
    NONE,
    /** There is no solution, because a claim would exceed the limit of devices. */
    TOO_MANY
  }

  /**
   * The next device to allocate.
   *
   * @param claim which claim
   * @param request which of its requests
   * @param alternative which alternative of it
   * @param chosen whether that alternative is being tried already
   * @param device which of its devices
   * @param start the first candidate to look at
   */
  private record Next(
      int claim, int request, int alternative, boolean chosen, int device, int start) {

    static Next ofRequest(int claim, int request) {
      return new Next(claim, request, 0, false, 0, 0);
    }

    Next choose(int index) {
      return new Next(claim, request, index, true, 0, 0);
    }

    Next nextDevice(int from) {
      return new Next(claim, request, alternative, chosen, device + 1, from);
    }
  }

  private final DeviceSelection selection;
  private final Node node;
  private final List<List<List<RequestAlternative>>> requests;
  private final List<Candidate> candidates;
  private final TakenDevices taken;
  private int steps;

  /**
   * Makes a search.
   *
   * @param requests by claims and requests, the alternatives
   * @param candidates the devices that may be taken, in their order
   * @param taken nothing yet; has the solution once there is one
   */
  AllocationSearch(
      DeviceSelection selection,
      Node node,
      List<List<List<RequestAlternative>>> requests,
      List<Candidate> candidates,
      TakenDevices taken) {
    this.selection = selection;
    this.node = node;
    this.requests = requests;
    this.candidates = candidates;
    this.taken = taken;
  }

  /** Returns whether there is a solution. */
  boolean run() throws AllocationException {
    return allocate(Next.ofRequest(0, 0)) == Outcome.DONE;
  }

  private Outcome allocate(Next at) throws AllocationException {
    if (steps++ > MAX_STEPS) {
      throw AllocationException.fatal(
          "node " + node.name() + ": timed out trying to allocate devices");
    }
    if (at.claim() >= requests.size()) {
      return Outcome.DONE;
    }
    List<List<RequestAlternative>> ofClaim = requests.get(at.claim());
    if (at.request() >= ofClaim.size()) {
      Outcome outcome = allocate(Next.ofRequest(at.claim() + 1, 0));
      return outcome == Outcome.TOO_MANY ? Outcome.NONE : outcome;
    }
    List<RequestAlternative> alternatives = ofClaim.get(at.request());
    if (!at.chosen() && isList(alternatives)) {
      return allocateFirst(at, alternatives.size());
    }
    RequestAlternative request = alternatives.get(at.alternative());
    if (request.wanted().isForAll() && request.all().isEmpty()) {
      return Outcome.NONE;
    }
    if (at.device() >= request.count()) {
      return allocate(Next.ofRequest(at.claim(), at.request() + 1));
    }
    if (taken.count(at.claim()) + request.count() - at.device() > MAX_RESULTS) {
      return Outcome.TOO_MANY;
    }
    return request.wanted().isForAll() ? allocateAll(at, request) : allocateAny(at, request);
  }

  private static boolean isList(List<RequestAlternative> alternatives) {
    return alternatives.isEmpty() || alternatives.get(0).parent().firstAvailable();
  }

  private Outcome allocateFirst(Next at, int alternatives) throws AllocationException {
    boolean allTooMany = true;
    for (int i = 0; i < alternatives; i++) {
      Outcome outcome = allocate(at.choose(i));
      if (outcome == Outcome.DONE) {
        return outcome;
      }
      allTooMany &= outcome == Outcome.TOO_MANY;
    }
    return allTooMany ? Outcome.TOO_MANY : Outcome.NONE;
  }

  private Outcome allocateAll(Next at, RequestAlternative request) throws AllocationException {
    Candidate candidate = request.all().get(at.device());
    if (!taken.take(at.claim(), request, candidate, true)) {
      return Outcome.NONE;
    }
    Outcome outcome = allocate(at.nextDevice(0));
    if (outcome != Outcome.DONE) {
      taken.giveBack(at.claim());
    }
    return outcome;
  }

  private Outcome allocateAny(Next at, RequestAlternative request) throws AllocationException {
    for (int i = at.start(); i < candidates.size(); i++) {
      Candidate candidate = candidates.get(i);
      if (!taken.isFree(at.claim(), request, candidate.id())
          || !selection.selects(request, candidate.device(), node)
          || !taken.suffices(request, candidate.device())
          || !taken.take(at.claim(), request, candidate, false)) {
        continue;
      }
      Outcome outcome = allocate(at.nextDevice(i + 1));
      if (outcome == Outcome.DONE) {
        return outcome;
      }
      taken.giveBack(at.claim());
      if (outcome == Outcome.TOO_MANY) {
        return outcome;
      }
    }
    return Outcome.NONE;
  }
}
