package dev.plimsoll.extender.scheduler;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The UIDs of pods whose end a watch has shown, the last ten thousand: kube-scheduler may still ask
 * about one that it hasn't seen the end of. For one thread at a time.
 */
final class GonePods {
  static final int MOST = 10_000;

  private final Set<String> uids = new LinkedHashSet<>();

  void add(String uid) {
    if (uids.add(uid) && uids.size() > MOST) {
      Iterator<String> oldest = uids.iterator();
      oldest.next();
      oldest.remove();
    }
  }

  boolean contains(String uid) {
    return uids.contains(uid);
  }
}
