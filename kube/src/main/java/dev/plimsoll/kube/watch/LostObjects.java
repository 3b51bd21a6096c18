package dev.plimsoll.kube.watch;

import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.ResourceVersion;
import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Decides which lists are doubtful. A doubtful list lacks more than a tenth of the stored objects
 * of its kind, or is older than earlier data. It is accepted once a second list confirms it. For
 * one thread.
 */
final class LostObjects {
  private static final int MANY = 10;
  private static final double SHARE = 0.1;

  private Optional<Doubted> doubted = Optional.empty();

  /** A doubtful list: the stored objects that it lacks, and its version. */
  private record Doubted(Set<String> lost, String version) {}

  /**
   * Returns whether this number of objects is large: at least ten, and over a tenth of the stored
   * objects.
   */
  static boolean areMany(int some, int stored) {
    return some >= MANY && some > SHARE * stored;
  }

  /**
   * Returns whether over a tenth of the listed objects aren't stored, so that some were lost
   * before.
   */
  static boolean areMuchMore(int listed, int stored) {
    return isMuch(listed - stored, listed);
  }

  /** Returns whether a list is doubtful: it lacks over a tenth of the objects. */
  private static boolean isMuch(int lost, int stored) {
    return lost > SHARE * stored;
  }

  /**
   * Returns why a list isn't believed yet, as a sentence; empty if it is.
   *
   * @param stored the objects that are stored
   * @param reached the version up to which they were read, empty if they were never read
   * @param listed the objects of the list
   * @param version the version of the list
   */
  Optional<String> doubt(
      Collection<? extends ApiObject> stored,
      String reached,
      Collection<? extends ApiObject> listed,
      String version) {
    Set<String> lost = new HashSet<>();
    stored.forEach(object -> lost.add(id(object)));
    listed.forEach(object -> lost.remove(id(object)));
    boolean isOlder = isOlder(version, reached);
    boolean isConfirmed =
        doubted.filter(d -> isConfirmed(d, lost, version, stored.size())).isPresent();
    if (isConfirmed || !(isOlder || isMuch(lost.size(), stored.size()))) {
      doubted = Optional.empty();
      return Optional.empty();
    }
    doubted = Optional.of(new Doubted(lost, version));
    String what =
        isMuch(lost.size(), stored.size())
            ? String.format(Locale.ROOT, "lacks %,d of %,d objects", lost.size(), stored.size())
            : "is of version " + version + ", older than " + reached;
    return Optional.of("the list " + what + "; it counts once a second list confirms it");
  }

  /** Returns whether a list was doubtful and no other has been believed since. */
  boolean isDoubting() {
    return doubted.isPresent();
  }

  private static boolean isConfirmed(Doubted first, Set<String> lost, String version, int stored) {
    Set<String> since = new HashSet<>(lost);
    since.removeAll(first.lost());
    return lost.containsAll(first.lost())
        && !isMuch(since.size(), stored - first.lost().size())
        && !isOlder(version, first.version());
  }

  /** Returns whether a version comes before another; versions that can't be compared don't. */
  private static boolean isOlder(String version, String than) {
    return !than.isEmpty() && !version.equals(than) && !ResourceVersion.isNewer(version, than);
  }

  private static String id(ApiObject object) {
    return object.namespace() + "/" + object.identity() + "/" + object.metadata().uid();
  }
}
