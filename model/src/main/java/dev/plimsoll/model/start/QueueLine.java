package dev.plimsoll.model.start;

import java.util.BitSet;
import java.util.List;

/**
 * Units that are alike, in their order.
 *
 * @param shapes the shapes of one unit
 * @param gangShapes the numbers of the shapes among those of gangs, each once
 * @param gangCounts how often each of these occurs
 * @param example a unit
 * @param turn the number of the tenant whose turns the line uses; -1 if it isn't gated
 * @param divided the numbers of the divided resources that a unit requests
 * @param units the numbers of the units that wait, in their order
 * @param isNowhere whether no node takes a unit at present
 * @param charges what each pod of a unit requests of shares
 * @param couldHold whether nothing but what runs keeps a unit from nodes and shares
 */
@SuppressWarnings("ArrayRecordComponent") // Nobody compares or changes it.
record QueueLine(
    RequestShape[] shapes,
    int[] gangShapes,
    int[] gangCounts,
    QueueUnit example,
    int turn,
    BitSet divided,
    int[] units,
    boolean isNowhere,
    List<ShareTable.Charge> charges,
    boolean couldHold) {}
