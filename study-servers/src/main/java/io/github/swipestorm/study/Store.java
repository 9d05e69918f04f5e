package io.github.swipestorm.study;

/** What a server keeps, counted. */
interface Store {

    /** What was posted, and what is there now. */
    Stock stock();

    /**
     * What was posted, and what is there now.
     *
     * @param posts accepted
     * @param stored entries that are there
     * @param lost entries that were posted and are missing, though nothing removed them; 0 for every safe store
     */
    record Stock(long posts, long stored, long lost) {

        /** As a JSON object. */
        String json(StoreType type) {
            return "{\"store\":\"" + type + "\",\"posts\":" + posts + ",\"stored\":" + stored + ",\"lost\":" + lost
                    + "}";
        }
    }
}
